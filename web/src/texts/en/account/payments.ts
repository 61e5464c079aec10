/** The payment list. */
export const paymentsTexts = {
  title: 'Payments',
  pager: 'payments',
  ofMonth: (month: string) => `Payments of ${month}`,
  failed: 'Your payments could not be loaded',
  none: 'No payments yet',
  noneHint: 'Every payment you make is listed here, with its receipt.',
  seeInvoices: 'See your invoices',
};
