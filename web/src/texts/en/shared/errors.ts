/** The texts of errors and results, shared with the server. */
export {
  errorTexts,
  paymentToasts,
  preSubmitErrors,
} from '@quittance/contract/texts/en/errors';
