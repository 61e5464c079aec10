/** Toast texts shown after an action. Payment toasts come from the contract package. */
export const toastTexts = {
  contactAdded: 'Contacto agregado',
  contactUpdated: 'Contacto actualizado',
  contactRemoved: 'Se quitó el contacto',
  detailsSaved: 'Guardado',
  paymentScheduled: 'Pago programado',
  methodRemoved: 'Se quitó el método de pago',
} satisfies typeof import('../../en/site/toasts.ts').toastTexts;
