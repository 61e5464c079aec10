/** Display names of payables. */
export const payableTexts = {
  partial: 'Pago parcial',
  estimate: (estimate) => `Presupuesto ${estimate}`,
  invoices: 'Varias facturas',
  balance: {
    invoice: 'Saldo de la factura',
    partial: 'Pedidos seleccionados',
    estimate: 'Presupuesto',
    invoices: 'Facturas seleccionadas',
  },
} satisfies typeof import('../../en/payment/payable.ts').payableTexts;
