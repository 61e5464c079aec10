/** The payment options in the PAY popup and on the invoice page. */
import { pickPlural } from '@quittance/contract/plural';
import type { PaymentOption } from '@quittance/contract/vocabulary';

const titles: Record<PaymentOption, string> = {
  PAY_IN_FULL: 'Pay now',
  PAYMENT_PLAN: 'Create a payment plan',
  PAYMENT_EXTENSION: "Can't pay today?",
};

export const payOptionsTexts = {
  title: 'Payment options',
  others: 'Other payment options',
  titles,
  planOf: (count: number) => `${count} payments, the first today`,
  planFromTo: (least: number, most: number) => `${least} to ${most} payments, the first today`,
  dayWithin: (days: number) =>
    `Choose a date within the next ${pickPlural('en', days, { one: 'day', other: `${days} days` })}`,
};
