/** The texts of errors and results, which stand with their codes in errors.ts. */
import {
  ERROR_CODES,
  ERRORS,
  type ErrorCode,
  PAYMENT_TOASTS,
  PRE_SUBMIT_ERRORS,
  RESPONSE_MESSAGES,
} from '../../errors.ts';

export type ErrorTexts = Readonly<Record<ErrorCode, string>>;

const messages = ERROR_CODES.map((code) => [code, ERRORS[code].message] as const);

export const errorTexts = Object.fromEntries(messages) as ErrorTexts; // because each code has its entry

export const paymentToasts = PAYMENT_TOASTS;
export type PaymentToasts = Readonly<Record<keyof typeof PAYMENT_TOASTS, string>>;

export const responseMessages = RESPONSE_MESSAGES;
export const preSubmitErrors = PRE_SUBMIT_ERRORS;
