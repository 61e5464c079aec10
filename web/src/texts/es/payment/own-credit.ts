/** The customer's own credit in the pay popup (R117). */
export const ownCreditTexts = {
  use: (credit) => `Usar ${credit} de su saldo a favor`,
  rest: (rest) => `Quedan ${rest} por pagar.`,
  all: 'Su saldo a favor paga esta factura por completo.',
  pay: (amount) => `Pagar ${amount} con su saldo a favor`,
  paid: 'Pagado con su saldo a favor.',
} satisfies typeof import('../../en/payment/own-credit.ts').ownCreditTexts;
