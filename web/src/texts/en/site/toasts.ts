/** What is said in a corner after something was done. Toasts of payments come with the contract. */
export const toastTexts = {
  contactAdded: 'Contact added successfully',
  contactUpdated: 'Contact updated',
  contactRemoved: 'Contact removed',
  detailsSaved: 'Success',
  paymentScheduled: 'Payment scheduled',
  methodRemoved: 'Payment method removed',
};
