/** The REMOVE_PAYMENT_METHOD popup (product §2.17). */
export const removeMethodTexts = {
  title: 'Are you sure you want to delete this payment method?',
  text: 'Any scheduled payments associated with it will not be processed.',
  confirm: 'Confirm',
  cancel: 'Cancel',
  dependant: {
    PAYMENT_EXTENSION: (invoice: string) => `${invoice}, scheduled payment`,
    PAYMENT_PLAN: (invoice: string) => `${invoice}, payment plan`,
  },
  next: (cost: string, day: string) => `${cost} on ${day}`,
  unknown: "We couldn't check which payments use this method. You can still remove it.",
  autoPay: 'Auto-pay uses this payment method and will be turned off.',
  theyWait: "They'll be on hold until you choose another payment method.",
};
