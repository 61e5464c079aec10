/** The CHANGE_PM popup (product §2.15). */
export const changeMethodTexts = {
  title: 'Payment method',
  fieldsFailed: "We couldn't load the secure payment fields",
  tryAgain: 'Try again',
  close: 'Close',
  saving: { title: 'Saving payment method', text: 'Please wait while we update the invoice' },
  feeBefore: 'Current processing fee',
  totalBefore: 'Current total',
  newTotal: 'New total',
  saved: { title: 'Success', text: 'New payment method successfully added' },
};
