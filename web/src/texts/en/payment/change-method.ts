/** The CHANGE_PM popup (product §2.15). */
export const changeMethodTexts = {
  title: 'Payment method',
  fieldsFailed: 'The secure payment fields could not be loaded',
  tryAgain: 'Try again',
  close: 'Close',
  saving: { title: 'Saving payment method', text: 'Please wait while we update the invoice' },
  feeBefore: 'Processing fee until now',
  totalBefore: 'Total until now',
  newTotal: 'New total',
  saved: { title: 'Success', text: 'New payment method successfully added' },
};
