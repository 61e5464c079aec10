/** Toast texts shown after an action. Payment toasts come from the contract package. */
export const toastTexts = {
  contactAdded: 'Contacto agregado',
  contactUpdated: 'Contacto actualizado',
  contactRemoved: 'Contacto eliminado',
  detailsSaved: 'Guardado',
  paymentScheduled: 'Pago programado',
  methodRemoved: 'Método de pago eliminado',
} satisfies typeof import('../../en/site/toasts.ts').toastTexts;
