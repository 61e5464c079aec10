/** Partial payment of an invoice. */
export const ownAmountTexts = {
  open: 'Pagar otro monto',
  whole: 'Pagar el monto completo',
  label: 'Monto que paga',
  hint: (least, most, owed) =>
    `De ${least} a ${most}, o el total de ${owed}. El resto queda pendiente.`,
  atLeast: (amount) => `Como mínimo ${amount}`,
  atMost: (amount) => `Como máximo ${amount}`,
  orAll: (most, owed) => `Como máximo ${most}, o el total de ${owed}`,
  onlyAll: (owed) => `Solo el total de ${owed}`,
  noAmount: 'Escriba un monto, como 25.00',
  balance: 'Monto que paga',
  rest: (rest, date) => `Quedan pendientes ${rest}, con vencimiento el ${date}.`,
} satisfies typeof import('../../en/payment/own-amount.ts').ownAmountTexts;
