/** Selection and joint payment of several invoices. */
import { pickPlural } from '@quittance/contract/plural';

const invoices = (count: number) =>
  `${count} ${pickPlural('en', count, { one: 'invoice', other: 'invoices' })}`;

export const payInvoicesTexts = {
  everything: 'Pay everything due',
  several: 'Select invoices to pay them together',
  select: (invoice: string) => `Select ${invoice}`,
  bar: 'Selected invoices',
  selected: (count: number) => `${invoices(count)} selected`,
  paySelected: 'Pay selected',
  clear: 'Clear selection',
  title: 'Pay several invoices',
  text: 'You pay for all of them with one charge. Before you continue, you can leave out an invoice or change an amount.',
  textInFull:
    'You pay for all of them with one charge. Leave out any invoice you want to pay later.',
  list: 'Invoices you can pay together',
  all: 'Select all',
  allNone: 'Deselect all',
  due: (date: string) => `Due ${date}`,
  overdue: (date: string) => `Overdue since ${date}`,
  ofOwed: (owed: string) => `of ${owed}`,
  amountFor: (invoice: string) => `Amount for ${invoice}`,
  atLeast: (amount: string) => `Enter ${amount} or more`,
  atMost: (amount: string) => `Enter ${amount} or less`,
  more: 'These are your 500 most urgent invoices. You can pay the rest after these.',
  none: 'Nothing to pay',
  noneText: 'You have no invoices to pay right now.',
  failed: "We couldn't load your invoices",
  nothingChosen: 'Select what you want to pay',
  chosen: invoices,
  submit: 'Continue',
  changed: 'An amount has changed. Please check your selection.',
  nowOwed: (invoice: string, owed: string) => `${owed} is now due on ${invoice}.`,
  noLongerPayable: (invoice: string) => `${invoice} can no longer be paid here.`,
  outdated: {
    title: 'These amounts have changed',
    text: 'One of these invoices was paid or changed after you opened this page. You have not been charged. Please check your balance.',
    action: 'Check the selection',
  },
  backToInvoices: 'All invoices',
  change: 'Change the selection',
  split: 'How the payment is split',
  columns: { invoice: 'Invoice', amount: 'Amount', paid: 'Paid' },
  feeByCard: (fee: string) => `${fee} fee if you pay by card`,
  feeByBank: (fee: string) => `${fee} fee if you pay by bank account`,
  feeShare: (fee: string) => `plus ${fee} of the fee`,
  explained: 'The processing fee is calculated once, on the total, and split across the invoices.',
  noSuchPayment: 'Payment not found',
  together: (count: number, total: string) => `${invoices(count)} paid together, ${total} in all`,
};
