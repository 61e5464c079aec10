/** Names of payables. */
export const payableTexts = {
  partial: 'Pago parcial',
  estimate: (estimate) => `Presupuesto ${estimate}`,
  balance: {
    invoice: 'Saldo de la factura',
    partial: 'Pedidos elegidos',
    estimate: 'Presupuesto',
  },
} satisfies typeof import('../../en/payment/payable.ts').payableTexts;
