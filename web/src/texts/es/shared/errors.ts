/** The texts of errors and results, as on the server. */
export {
  errorTexts,
  paymentToasts,
  preSubmitErrors,
} from '@quittance/contract/texts/es/errors';
