/** Partial requests and estimates: page and pay card. */
import type { ChargeKind } from '@quittance/contract/vocabulary';

const withFee: Record<ChargeKind, (fee: string) => string> = {
  card: (fee) => `Credit card with ${fee} fee`,
  ach: (fee) => `ACH Payment with ${fee} fee`,
};

export const requestTexts = {
  noSuchPayment: 'There is no such payment',
  failed: 'The payment could not be loaded',
  orders: 'Orders of this payment',
  inAll: (count: number, total: string) =>
    `${count} ${count === 1 ? 'order' : 'orders'}, ${total} in all`,
  payment: 'Payment',
  payNow: 'Pay now',
  amountPaid: 'Paid',
  amountDue: 'Amount due',
  withFee,
  someCompany: 'the company',
  paid: 'Thank you, this is paid.',
  processing: 'A payment is being processed. This page shows how it ends.',
  closed: {
    title: 'This cannot be paid as it is',
    text: 'What is owed has changed since. Please put together a new payment.',
  },
  facts: { from: 'From', paidWith: 'Paid with', fee: 'Processing fee', date: 'Date' },
};
