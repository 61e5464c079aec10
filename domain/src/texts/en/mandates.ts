/**
 * The sentences with which a payer authorizes charges (product §9.10, R27). Every change of wording needs a new
 * `MANDATE_VERSION`.
 */
import type { ChargeKind } from '@quittance/contract/vocabulary';

export type RevokedPurpose = 'schedule' | 'plan' | 'method' | 'autoPay';

const revokedBy: Record<RevokedPurpose, string> = {
  schedule: 'by canceling the scheduled payment',
  plan: 'by canceling the payment plan',
  method: 'by removing the payment method',
  autoPay: 'by turning off auto-pay',
};

const charging: Record<ChargeKind, string> = {
  card: 'charge my card',
  ach: 'debit my bank account',
};
const agreedPlan = 'any plan or schedule that I have agreed to';

export const mandateTexts = {
  /** 'I authorize Harbor to charge my card ending in 4242' */
  start: (company: string, kind: ChargeKind, last4: string | null) =>
    `I authorize ${company} to ${charging[kind]}${last4 === null ? '' : ` ending in ${last4}`}`,
  once: (amount: string, date: string) => `for ${amount} on ${date}.`,
  /** '$103.20 ($100.00 plus a processing fee of $3.20)' */
  withFee: (total: string, amount: string, fee: string) =>
    `${total} (${amount} plus a processing fee of ${fee})`,
  payment: (cost: string, date: string) => `${cost} on ${date}`,
  plan: {
    first: (cost: string, date: string) => `for a first payment of ${cost} on ${date}`,
    total: (amount: string, count: number) =>
      `and for a total of ${amount} over ${count} payments.`,
    later: (payments: string) => `The later payments are: ${payments}.`,
  },
  left: {
    none: 'for the payments of my plan or schedule.',
    some: (payments: string, total: string) =>
      `for what is left of my plan or schedule: ${payments}. ` +
      `The total is ${total}. A payment whose date has passed may be charged immediately.`,
  },
  /** A bank account is debited only under a plan or schedule. A card is also charged for other payments. */
  future: {
    card: `for future payments, including those of ${agreedPlan}.`,
    ach: `for future payments, in the amounts and on the dates of ${agreedPlan}.`,
  } satisfies Record<ChargeKind, string>,
  everyInvoice:
    'for the open amount of each of my invoices, plus its processing fee if there is one, ' +
    'on or after the due date.',
  /** The time between the notice and each automatic charge (R14). */
  notice: {
    card: (company: string) =>
      `${company} will notify me of the amount and the date before each payment, 3 days ahead where the due date allows it.`,
    ach: (company: string) =>
      `${company} will notify me of the amount and the date before each payment, at least 10 days ahead.`,
  } satisfies Record<ChargeKind, (company: string) => string>,
  saving: {
    card: (company: string) =>
      `I also allow ${company} to save this card and charge it for future payments according to its terms.`,
    ach: (company: string) =>
      `I also allow ${company} to save this bank account for future payments that I agree to.`,
  } satisfies Record<ChargeKind, (company: string) => string>,
  removable: 'I can remove it at any time in my customer portal.',
  cardConditions: (company: string) => [
    `The terms of ${company} apply to these payments.`,
    'A declined payment may be retried up to three times over the following days.',
  ],
  bankConditions: (company: string) => [
    'I confirm that I may authorize debits from this account.',
    'A debit that is returned for lack of funds may be presented again up to two times for the same amount.',
    `${company} may correct an incorrect debit with a credit to the account.`,
  ],
  /** Every authorization must end with how to revoke it. */
  revoke: {
    start: 'Before a payment is sent I can revoke this authorization',
    contacting: (company: string, contact: string | null) =>
      `by contacting ${company} directly${contact ? ` (${contact})` : ''}`,
    daysBefore: 'at least three business days before the debit',
    by: revokedBy,
    inPortalOr: (contacting: string) => `in my customer portal, or ${contacting}`,
    planThen: '; the remaining unpaid balance then becomes payable immediately',
  },
};

export type MandateTexts = typeof mandateTexts;
