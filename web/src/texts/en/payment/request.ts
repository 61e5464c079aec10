/** Partial requests and estimates: page and pay card. */
import { pickPlural } from '@quittance/contract/plural';
import type { ChargeKind } from '@quittance/contract/vocabulary';

const withFee: Record<ChargeKind, (fee: string) => string> = {
  card: (fee) => `Credit card with ${fee} fee`,
  ach: (fee) => `ACH Payment with ${fee} fee`,
};

export const requestTexts = {
  noSuchPayment: 'Payment not found',
  failed: "We couldn't load this payment",
  orders: 'Orders in this payment',
  inAll: (count: number, total: string) =>
    `${count} ${pickPlural('en', count, { one: 'order', other: 'orders' })}, ${total} total`,
  payment: 'Payment',
  payNow: 'Pay now',
  amountPaid: 'Paid',
  amountDue: 'Amount due',
  withFee,
  someCompany: 'the company',
  paid: 'Paid. Thank you!',
  processing: 'Your payment is processing. This page will show the result.',
  closed: {
    title: 'This payment request has changed',
    text: 'The amount you owe has changed. Please start a new payment.',
  },
  facts: { from: 'From', paidWith: 'Paid with', fee: 'Processing fee', date: 'Date' },
};
