/** The scheduled payment of an invoice. */
export const scheduleTexts = {
  title: 'Scheduled payment',
  withFee: (fee: string) => `with a fee of ${fee}`,
  noMethod: 'This payment has no payment method',
  noMethodHint: 'Nothing is charged on that day unless it has one.',
  addMethod: 'Add a payment method',
  change: 'Change',
  cancel: 'Cancel',
  payNow: 'Pay now',
};
