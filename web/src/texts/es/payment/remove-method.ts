/** The REMOVE_PAYMENT_METHOD popup (product §2.17). */
export const removeMethodTexts = {
  title: '¿Seguro que quiere quitar este método de pago?',
  text: 'Los pagos programados que lo usan no se procesarán.',
  confirm: 'Confirmar',
  cancel: 'Cancelar',
  dependant: {
    PAYMENT_EXTENSION: (invoice) => `${invoice}, pago programado`,
    PAYMENT_PLAN: (invoice) => `${invoice}, plan de pagos`,
  },
  next: (cost, day) => `${cost} el ${day}`,
  unknown: 'No pudimos verificar qué pagos usan este método. Aun así puede quitarlo.',
  autoPay: 'El pago automático usa este método de pago y se desactivará.',
  theyWait: 'Quedarán en espera hasta que elija otro método de pago.',
} satisfies typeof import('../../en/payment/remove-method.ts').removeMethodTexts;
