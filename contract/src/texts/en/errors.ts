/** English texts of errors and results, which are defined next to their codes in errors.ts. */
import {
  PAYER_ERRORS,
  PAYMENT_TOASTS,
  type PayerErrorTexts,
  PRE_SUBMIT_ERRORS,
  RESPONSE_MESSAGES,
} from '../../errors.ts';

const messages = Object.entries(PAYER_ERRORS).map(([code, { message }]) => [code, message]);

export const errorTexts = Object.fromEntries(messages) as PayerErrorTexts; // because each code has its entry

export const paymentToasts = PAYMENT_TOASTS;
export type PaymentToasts = Readonly<Record<keyof typeof PAYMENT_TOASTS, string>>;

export const responseMessages = RESPONSE_MESSAGES;
export const preSubmitErrors = PRE_SUBMIT_ERRORS;
