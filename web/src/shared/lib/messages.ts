/** Error messages in the language of the page. */
import * as errors from '@quittance/contract/errors';
import { errorTexts, paymentToasts } from '#texts/shared/errors';

export const formatMessage = (error: unknown): string => errors.formatMessage(error, errorTexts);

/** Covers the errors that payers can see. */
export const isErrorCode = (value: string): value is errors.PayerErrorCode =>
  Object.hasOwn(errorTexts, value);

export const paymentToast = (code: errors.PayerErrorCode): string =>
  errors.paymentToast({ code }, { errors: errorTexts, toasts: paymentToasts });
