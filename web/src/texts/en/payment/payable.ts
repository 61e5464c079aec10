/** Display names of payables. */
export const payableTexts = {
  partial: 'Partial payment',
  estimate: (estimate: string) => `Estimate ${estimate}`,
  invoices: 'Several invoices',
  balance: {
    invoice: 'Invoice balance',
    partial: 'Selected orders',
    estimate: 'Estimate',
    invoices: 'Selected invoices',
  },
};
