/** What an error says, in the language of the page. */
import * as errors from '@quittance/contract/errors';
import { errorTexts, paymentToasts } from '#texts/shared/errors';

export const formatMessage = (error: unknown): string => errors.formatMessage(error, errorTexts);

export const paymentToast = (code: errors.ErrorCode): string =>
  errors.paymentToast({ code }, { errors: errorTexts, toasts: paymentToasts });
