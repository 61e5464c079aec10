/** The invoice list: balance, filters and empty states. */
import type { InvoiceGroup, InvoiceSort } from '@quittance/contract/invoices/invoice-filter';

const groups: Record<InvoiceGroup | 'all', string> = {
  all: 'All statuses',
  outstanding: 'Outstanding',
  overdue: 'Overdue',
  open: 'Open',
  scheduled: 'Scheduled',
  plan: 'Payment plan',
  pending: 'Pending',
  disputed: 'Disputed',
  paid: 'Paid',
};

const sorts: Record<InvoiceSort, string> = {
  urgency: 'Most urgent first',
  '-dueDate': 'Latest due date',
  dueDate: 'Earliest due date',
  '-balance': 'Highest balance',
  balance: 'Lowest balance',
};

export const invoicesTexts = {
  title: 'Invoices',
  pager: 'invoices',
  failed: "We couldn't load your invoices",
  none: 'No invoices yet',
  noneHint: 'When you get one, you can see and pay it here.',
  noMatch: 'No matching invoices',
  noMatchHint: 'Try a shorter search, an exact amount or another status.',
  showAll: 'Show all invoices',
  search: 'Search invoices',
  searchHint: 'Reference, product or amount',
  status: 'Status',
  order: 'Sort by',
  groups,
  sorts,
  balance: {
    title: 'Balance',
    outstanding: 'Balance due',
    paid: 'Paid',
    open: 'Open',
    agreed: 'Overdue, scheduled or on a plan',
    elsewhere: 'Processing or disputed',
    total: 'Total',
    credit: (amount: string) =>
      `You have ${amount} in account credit. It can be applied to an invoice or refunded.`,
    failed: "We couldn't load your balance",
  },
};
