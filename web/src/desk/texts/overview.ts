/** The figures of the company. */
import { formatCount } from '@quittance/contract/format';
import { pickPlural } from '@quittance/contract/plural';

export const overviewTexts = {
  title: 'Overview',
  range: 'Period',
  ranges: { 7: '7 days', 30: '30 days', 90: '90 days' },
  tiles: {
    collected: 'Collected',
    open: 'Open',
    overdue: 'Overdue',
    expected: 'Expected in 60 days',
    success: 'Success rate',
    daysToPay: 'Days to pay',
    outstanding: 'Days sales outstanding',
  },
  /** Beside a figure: the same one in the period before. */
  previous: (value: string) => `Previous: ${value}`,
  previousText: (period: string) => `Compared with the previous ${period}.`,
  collectedNote: (returned: string) => `minus ${returned} returned`,
  invoices: (count: number) =>
    `${formatCount(count)} ${pickPlural('en', count, { one: 'invoice', other: 'invoices' })}`,
  attempts: (count: number) =>
    `of ${formatCount(count)} ${pickPlural('en', count, { one: 'payment', other: 'payments' })}`,
  daysNote: 'average from invoice date',
  outstandingNote: 'at average daily billing',
  none: '—',
  percent: (value: string) => `${value}%`,
  days: (count: number) => formatCount(Math.round(count)),
  waiting: (count: string) => `${count} ${count === '1' ? 'item needs' : 'items need'} attention`,
  waitingAction: 'Review',
  collected: 'Collected by day',
  collectedText: 'Payments received, refunded and returned, from the ledger.',
  overdue: 'Overdue by age',
  overdueText: 'Balances past their due date at the end of a day.',
  asOf: 'As of',
  loading: 'Loading',
  expected: 'Expected by week',
  expectedText: 'Scheduled payments, installments and auto-pay.',
  methods: 'Success by method',
  table: {
    date: 'Day',
    week: 'Week of',
    received: 'Received',
    returned: 'Refunded or returned',
    fee: 'Fee',
    bucket: 'Days overdue',
    count: 'Invoices',
    amount: 'Balance due',
    schedules: 'Scheduled',
    plans: 'Installments',
    autoPay: 'Auto-pay',
    method: 'Method',
    succeeded: 'Succeeded',
    failed: 'Failed',
    rate: 'Rate',
  },
  numbers: { view: 'View as table', hide: 'Hide table' },
  nothing: 'No activity in this period.',
  nothingExpected: 'No upcoming payments.',
  nothingOverdue: 'Nothing is overdue.',
};

/** The steps of a new company. */
export const firstStepsTexts = {
  title: 'First steps',
  text: 'What to do before your first payment.',
  dismiss: 'Dismiss',
  done: ' (done)',
  brand: { name: 'Add your logo and colors', why: 'Payers see them on every page and email.' },
  processor: {
    name: 'Connect your processor',
    why: 'Enter your keys. You can start with test keys.',
  },
  customer: { name: 'Add a customer', why: 'To try it, use one of your own email addresses.' },
  invoice: { name: 'Issue an invoice', why: 'Send it by email, or copy its link.' },
  payment: { name: 'Pay it', why: 'Open its link and pay with a test card.' },
  team: { name: 'Invite your team', why: 'Owners, clerks and viewers.' },
  import: { name: 'Import your records', why: 'Customers and invoices from CSV or Excel.' },
  keys: { name: 'Create an API key', why: 'Connect your own systems.' },
  webhooks: { name: 'Add a webhook', why: 'Notify your systems of every payment.' },
};
