/** Partial payment of an invoice. */
export const ownAmountTexts = {
  open: 'Pagar otro monto',
  whole: 'Pagar el monto completo',
  label: 'Monto que va a pagar',
  hint: (least, most, owed) =>
    `De ${least} a ${most}, o el total de ${owed}. Seguirá debiendo el resto.`,
  atLeast: (amount) => `Escriba ${amount} o más`,
  atMost: (amount) => `Escriba ${amount} o menos`,
  orAll: (most, owed) => `Escriba ${most} o menos, o el total de ${owed}`,
  onlyAll: (owed) => `Solo puede pagar el total de ${owed}`,
  noAmount: 'Escriba un monto, como 25.00',
  balance: 'Monto que va a pagar',
  rest: (rest, date) => `El saldo restante de ${rest} vence el ${date}.`,
} satisfies typeof import('../../en/payment/own-amount.ts').ownAmountTexts;
