/**
 * The sentences with which a payer authorizes charges (product §9.10, R27, R109). Every change of wording needs a new
 * `MANDATE_VERSION`. Both languages must say the same: number of charges, deadlines and rights.
 */
import type { ChargeKind } from '@quittance/contract/vocabulary';

export type RevokedPurpose = 'schedule' | 'plan' | 'method' | 'autoPay';

/** `signer` has the legal and the trade name. `last4` is null until the method is known. */
export type MandateStart = {
  signer: string;
  kind: ChargeKind;
  last4: string | null;
  isOnce: boolean;
};

const revokedBy: Record<RevokedPurpose, string> = {
  schedule: 'by canceling the scheduled payment',
  plan: 'by canceling the payment plan',
  method: 'by removing the payment method',
  autoPay: 'by turning off auto-pay',
};

const charging: Record<ChargeKind, (last4: string | null) => string> = {
  card: (last4) =>
    `charge ${last4 === null ? 'the card that I enter here' : `my card ending in ${last4}`}`,
  ach: (last4) =>
    `electronically debit ${last4 === null ? 'the checking or savings account that I enter here' : `my checking or savings account ending in ${last4}`} (ACH)`,
};

const agreedPayments =
  'only for payments that I confirm or schedule, for payment plans that I agree to, or for auto-pay if I turn it on';
const saved: Record<ChargeKind, string> = { card: 'card', ach: 'bank account' };
const asker: Record<ChargeKind, string> = { card: 'card issuer', ach: 'bank' };

export const mandateTexts = {
  tradingAs: (owner: string, name: string) => `${owner}, doing business as ${name},`,
  start: ({ signer, kind, last4, isOnce }: MandateStart) =>
    `I authorize ${signer} to ${charging[kind](last4)}${isOnce ? ' one time' : ''}`,
  once: (amount: string, date: string) => `for ${amount} on ${date}.`,
  /** '$103.20 ($100.00 plus a processing fee of $3.20)' */
  withFee: (total: string, amount: string, fee: string) =>
    `${total} (${amount} plus a processing fee of ${fee})`,
  payment: (cost: string, date: string) => `${cost} on ${date}`,
  plan: (count: number, total: string, payments: string) =>
    `for ${count} payments that total ${total}: ${payments}.`,
  left: {
    none: 'for the payments of my plan or scheduled payment, in the amounts and on the dates shown there.',
    some: (count: number, total: string, payments: string) =>
      `for the ${count === 1 ? 'remaining payment' : `${count} remaining payments`} of my plan or scheduled payment, ` +
      `${total} in all: ${payments}. A payment whose date has passed may be charged right away.`,
  },
  future: `${agreedPayments}, each in the amount, with the processing fee and on the date shown to me then.`,
  /** `rate` is '2.9% + $0.30', or null if there is no fee now. */
  everyInvoice: (company: string, rate: string | null) =>
    `for the balance due on each invoice that ${company} issues to me, ` +
    `${rate === null ? 'now without a processing fee' : `plus a processing fee, now ${rate} per payment`}, ` +
    'on its due date. An invoice that is overdue, or whose notice period has not ended, is charged on the later date that the notice states.',
  /** The time between the notice and each charge (R14). */
  notice: {
    fixed: (company: string, days: number) =>
      `${company} will email me the amount and the date ${days} days before each scheduled payment, or as soon as it is set up if less time is left.`,
    everyInvoice: {
      card: (company: string, days: number) =>
        `${company} will email me the amount, the fee included, and the date ${days} days before each payment, or as soon as it is set up if less time is left.`,
      ach: (company: string, days: number) =>
        `${company} will email me the amount, the fee included, and the date at least ${days} days before each payment.`,
    } satisfies Record<ChargeKind, (company: string, days: number) => string>,
  },
  saving: (company: string, kind: ChargeKind) =>
    `I also allow ${company} to save this ${saved[kind]}. It will be used ${agreedPayments}. ` +
    `This consent lasts until I remove the ${saved[kind]} in my customer portal, which I can do at any time, ` +
    `and ${company} will email me before these terms change.`,
  cardRetries: {
    now: 'A declined payment is not tried again unless I confirm it again.',
    later: 'A declined payment may be tried again up to three times over the following days.',
  },
  bankConditions: (company: string) => [
    'I am an owner or authorized signer of this account.',
    'A debit that is returned for insufficient funds may be submitted again up to two times for the same amount.',
    `${company} may correct an incorrect debit with a credit to the account.`,
  ],
  /** How long the authorization lasts and how its terms change. */
  lasts: {
    now: 'The authorization of this payment ends with it, and its terms do not change.',
    schedule: (company: string) =>
      `This authorization ends with this payment. ${company} will email me if the date changes, and the amount increases only if I agree.`,
    plan: (company: string) =>
      `This authorization ends with the last payment. ${company} will email me if a date changes, and an amount increases only if I agree.`,
    method: (company: string) =>
      `This authorization lasts until I remove the payment method. ${company} will email me before these terms change.`,
    autoPay: (company: string) =>
      `This authorization covers all future invoices until I revoke it. ${company} will email me before these terms change.`,
  },
  /** Every authorization must end with how to revoke it. `company` has the contact if there is one. */
  revoke: {
    now: (company: string, kind: ChargeKind) =>
      `This payment is sent right away. To revoke this authorization before it is sent, I must contact ${company} immediately; after that, I can ask my ${asker[kind]}.`,
    by: revokedBy,
    inPortalOr: {
      card: (way: string, company: string) =>
        `Before a payment is sent, I can revoke this authorization ${way} in my customer portal, or by contacting ${company}.`,
      ach: (way: string, company: string) =>
        `Before a payment is sent, I can revoke this authorization ${way} in my customer portal or, at least three business days before the payment date, by contacting ${company}.`,
    } satisfies Record<ChargeKind, (way: string, company: string) => string>,
    /** R108 */
    planThen:
      'If I cancel the plan, I can pay the remaining balance right away, and it is due by the due date of the invoice.',
  },
};

export type MandateTexts = typeof mandateTexts;
