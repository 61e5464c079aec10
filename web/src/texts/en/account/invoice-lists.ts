/** Lists of invoices and payments. */
import { pickPlural } from '@quittance/contract/plural';
import type { Purpose } from '@quittance/contract/vocabulary';

const purposes: Record<Purpose, string> = {
  FULL_AMOUNT: 'Payment',
  PLAN: 'Payment plan',
  EXTENSION: 'Scheduled payment',
  PARTIAL: 'Partial payment',
  ESTIMATE: 'Estimate',
  OWN_AMOUNT: 'Partial payment',
  INVOICES: 'Several invoices',
};

export const invoiceListTexts = {
  invoices: 'Invoices',
  columns: {
    invoice: 'Invoice',
    due: 'Due',
    status: 'Status',
    balance: 'Balance',
    step: 'Next step',
  },
  offer: (saves: string) => `Settlement offer: you save ${saves}`,
  dueToday: 'today',
  dueIn: (days: number) => `in ${days} ${pickPlural('en', days, { one: 'day', other: 'days' })}`,
  step: { pay: 'Pay', view: 'View', receipt: 'Receipt' },
  stepNamed: (step: string, invoice: string) => `${step} ${invoice}`,
  purposes,
  paymentColumns: {
    date: 'Date',
    invoice: 'Invoice',
    method: 'Method',
    status: 'Status',
    amount: 'Amount',
    receipt: 'Receipt',
  },
};
