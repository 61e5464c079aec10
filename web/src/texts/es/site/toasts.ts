/** What is said in a corner after something was done. Toasts of payments come with the contract. */
export const toastTexts = {
  contactAdded: 'Contacto agregado',
  contactUpdated: 'Contacto actualizado',
  contactRemoved: 'Contacto eliminado',
  detailsSaved: 'Guardado',
  paymentScheduled: 'Pago programado',
  methodRemoved: 'Método de pago eliminado',
} satisfies typeof import('../../en/site/toasts.ts').toastTexts;
