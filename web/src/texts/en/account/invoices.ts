/** The invoice list: balance, filters and empty states. */
import type { InvoiceGroup, InvoiceSort } from '@quittance/contract/schemas/invoice-filter';

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
  '-balance': 'Largest balance',
  balance: 'Smallest balance',
};

export const invoicesTexts = {
  title: 'Invoices',
  pager: 'invoices',
  failed: 'Your invoices could not be loaded',
  none: 'No invoices yet',
  noneHint: 'As soon as there is one, it appears here and you can pay it.',
  noMatch: 'No invoice matches',
  noMatchHint: 'Try fewer letters, an exact amount, or another status.',
  showAll: 'Show all invoices',
  search: 'Search invoices',
  searchHint: 'Search by reference, product or amount',
  status: 'Status',
  order: 'Order',
  groups,
  sorts,
  balance: {
    title: 'Balance',
    outstanding: 'Outstanding',
    paid: 'Paid',
    open: 'Open',
    agreed: 'Overdue, planned or scheduled',
    elsewhere: 'In process or disputed',
    total: 'Total',
    failed: 'Your balance could not be loaded',
  },
};
