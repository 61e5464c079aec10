/** Toast texts shown after an action. Payment toasts come from the contract package. */
export const toastTexts = {
  contactAdded: 'Contact added successfully',
  contactUpdated: 'Contact updated',
  contactRemoved: 'Contact removed',
  detailsSaved: 'Success',
  paymentScheduled: 'Payment scheduled',
  methodRemoved: 'Payment method removed',
};
