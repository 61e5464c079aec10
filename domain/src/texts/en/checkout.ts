/** Short texts of a payment: button, fee, method and dates. */
import { pickPlural } from '@quittance/contract/plural';
import type { ChargeKind, MethodType } from '@quittance/contract/vocabulary';

const methods: Readonly<Record<ChargeKind | MethodType, string>> = {
  card: 'Card',
  CARD: 'Card',
  ach: 'Bank account',
  ACH: 'Bank account',
  CASH: 'Cash',
  CHECK: 'Check',
  WIRE: 'Wire or bank transfer',
  MONEY_ORDER: 'Money order',
  OTHER: 'Other payment',
  NEGOTIATION: 'Settlement discount',
  CREDIT_NOTE: 'Credit note',
  CREDIT: 'Account credit',
  WRITE_OFF: 'Written off',
  UNCOLLECTIBLE: 'Written off as uncollectible',
};

export const checkoutTexts = {
  methods,
  button: {
    full: (amount: string) => `Confirm and Pay ${amount}`,
    extension: (amount: string) => `Confirm scheduled payment ${amount}`,
    plan: (amount: string) => `Pay First payment ${amount}`,
    other: 'Confirm payment',
  },
  fee: (percentage: string, fixed: string) => `Processing fee (${percentage}% + ${fixed})`,
  withinDays: (days: number) =>
    `The payment date must be within the next ${pickPlural('en', days, { one: 'day', other: `${days} days` })}`,
};

export type CheckoutTexts = typeof checkoutTexts;
