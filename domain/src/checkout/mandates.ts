/**
 * The mandate texts by which a payer authorizes charges (product §9.10, R27). The server compares its
 * text with what the browser showed, so every change of wording needs a new version.
 */
import type { IsoDate } from '@quittance/contract/dates';
import { formatDate, formatMoney } from '@quittance/contract/format';
import { addCents, type Cents } from '@quittance/contract/money';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { assertNever, invariant } from '../invariant.ts';

/** Stored with every accepted text; raise it with any change of the wording below. */
export const MANDATE_VERSION = '3';

/** One charge: today, or on the day it is scheduled for. */
type SingleCharge = {
  purpose: 'FULL_AMOUNT' | 'OWN_AMOUNT' | 'PARTIAL' | 'ESTIMATE' | 'INVOICES' | 'EXTENSION';
  amountCents: Cents;
  feeCents: Cents;
  date: IsoDate;
};

type PlanCharges = {
  purpose: 'PLAN';
  amountCents: Cents;
  feeCents: Cents;
  installments: readonly { dueOn: IsoDate; costCents: Cents }[];
};

/** What is left of an arrangement that gets another method (R36). */
type LeftCharges = {
  purpose: 'CHANGE_PM';
  amountCents: Cents;
  feeCents: Cents;
  payments: readonly { dueOn: IsoDate; costCents: Cents }[];
};

/** What is left of a plan after the payer changed its dates or its number of installments (ADR 0092). */
type ChangedPlan = Omit<LeftCharges, 'purpose'> & { purpose: 'CHANGE_PLAN' };

/** No amount yet: whatever is or will be agreed for the payer's invoices. */
type FutureCharges = { purpose: 'ADD_PM' | 'AUTO_PAY' };

/** Payments that the payer makes at once. */
const NOW: readonly MandateTerms['purpose'][] = [
  'FULL_AMOUNT',
  'OWN_AMOUNT',
  'PARTIAL',
  'ESTIMATE',
  'INVOICES',
];

/** A single payment with the payer present: no later charge follows from it. */
export function isPaidNow(purpose: MandatePurpose): boolean {
  return NOW.includes(purpose);
}

export type MandateTerms = SingleCharge | PlanCharges | LeftCharges | ChangedPlan | FutureCharges;
export type MandatePurpose = MandateTerms['purpose'];

export type MandateQuestion = MandateTerms & {
  kind: ChargeKind;
  companyName: string;
  /** 'billing@harbor.example or (207) 555-0142'; null when the company names none. */
  companyContact?: string | null;
  /** Null for a new method. */
  methodLast4: string | null;
  /** The payer ticked 'Save payment method for future payments'. */
  isMethodSaved?: boolean;
};

export function mandateText(question: MandateQuestion): string {
  const sentences = [
    authorization(question),
    question.isMethodSaved ? saving(question) : null,
    question.kind === 'ach' ? bankConditions(question) : cardConditions(question),
    revocation(question),
  ];
  return sentences.filter((sentence) => sentence !== null).join(' ');
}

/** 'charge my card ending in 4242', 'debit my bank account'. */
function charging({ kind, methodLast4 }: MandateQuestion): string {
  const method = kind === 'card' ? 'charge my card' : 'debit my bank account';
  return methodLast4 === null ? method : `${method} ending in ${methodLast4}`;
}

function authorization(question: MandateQuestion): string {
  const start = `I authorize ${question.companyName} to ${charging(question)}`;
  switch (question.purpose) {
    case 'FULL_AMOUNT':
    case 'OWN_AMOUNT':
    case 'PARTIAL':
    case 'ESTIMATE':
    case 'INVOICES':
    case 'EXTENSION':
      return `${start} for ${amount(question)} on ${formatDate(question.date)}.`;
    case 'PLAN':
      return `${start} ${planned(question)}`;
    case 'CHANGE_PM':
    case 'CHANGE_PLAN':
      return `${start} ${left(question)}`;
    case 'ADD_PM':
      return `${start} for future payments, ${agreedTerms(question)}.`;
    case 'AUTO_PAY':
      return `${start} ${EVERY_INVOICE} ${notice(question)}`;
    default:
      return assertNever(question);
  }
}

/** A bank account is debited only as a plan or schedule says; a card also for other payments. */
function agreedTerms({ kind }: MandateQuestion): string {
  const plan = 'any plan or schedule that I have agreed to';
  return kind === 'card'
    ? `including those of ${plan}`
    : `in the amounts and on the dates of ${plan}`;
}

const EVERY_INVOICE =
  'for the open amount of each of my invoices, plus its processing fee if there is one, ' +
  'on or after the due date.';

/** '$103.20 ($100.00 plus a processing fee of $3.20)' */
function amount({ amountCents, feeCents }: { amountCents: Cents; feeCents: Cents }): string {
  const total = formatMoney(addCents(amountCents, feeCents));
  if (feeCents === 0) return total;
  return `${total} (${formatMoney(amountCents)} plus a processing fee of ${formatMoney(feeCents)})`;
}

/** '$34.40 on February 28, 2026; $34.40 on March 31, 2026' */
function listed(payments: PlanCharges['installments']): string {
  return payments
    .map(({ costCents, dueOn }) => `${formatMoney(costCents)} on ${formatDate(dueOn)}`)
    .join('; ');
}

/** A date may have passed: such a payment is late and charged at once. */
function left(charges: LeftCharges | ChangedPlan): string {
  if (charges.payments.length === 0) return 'for the payments of my plan or schedule.';
  return (
    `for what is left of my plan or schedule: ${listed(charges.payments)}. ` +
    `The total is ${amount(charges)}. A payment whose date has passed may be charged immediately.`
  );
}

/** The first installment, the total, and every later date. */
function planned(plan: PlanCharges): string {
  const [first, ...later] = plan.installments;
  invariant(first !== undefined, 'a plan has a first installment');
  return [
    `for a first payment of ${formatMoney(first.costCents)} on ${formatDate(first.dueOn)}`,
    `and for a total of ${amount(plan)} over ${plan.installments.length} payments.`,
    `The later payments are: ${listed(later)}.`,
  ].join(' ');
}

/** R14: how long before each automatic charge the notice is sent. */
function notice({ kind, companyName }: MandateQuestion): string {
  const ahead =
    kind === 'card' ? '3 days ahead where the due date allows it' : 'at least 10 days ahead';
  return `${companyName} will notify me of the amount and the date before each payment, ${ahead}.`;
}

function saving({ kind, companyName }: MandateQuestion): string {
  const use =
    kind === 'card'
      ? 'this card and charge it for future payments according to its terms'
      : 'this bank account for future payments that I agree to';
  return (
    `I also allow ${companyName} to save ${use}. ` +
    'I can remove it at any time in my customer portal.'
  );
}

/** For off-session charges only (R15). */
function cardConditions({ purpose, companyName }: MandateQuestion): string | null {
  if (isPaidNow(purpose)) return null;
  return [
    `The terms of ${companyName} apply to these payments.`,
    'A declined payment may be retried up to three times over the following days.',
  ].join(' ');
}

function bankConditions({ companyName }: MandateQuestion): string {
  return [
    'I confirm that I may authorize debits from this account.',
    'A debit that is returned for lack of funds may be presented again up to two times',
    'for the same amount.',
    `${companyName} may correct an incorrect debit with a credit to the account.`,
  ].join(' ');
}

/**
 * Every text ends with how to revoke it: in the portal until the payment is sent; by contacting the
 * company early enough to stop a bank debit.
 */
function revocation(question: MandateQuestion): string {
  const { purpose, kind, companyName, companyContact } = question;
  const days = kind === 'ach' ? ' at least three business days before the debit' : '';
  const revoke = 'Before a payment is sent I can revoke this authorization';
  const contact = companyContact ? ` (${companyContact})` : '';
  const contacting = `by contacting ${companyName} directly${contact}`;
  const portal = `in my customer portal, or ${contacting}${days}`;
  switch (purpose) {
    case 'FULL_AMOUNT':
    case 'OWN_AMOUNT':
    case 'PARTIAL':
    case 'ESTIMATE':
    case 'INVOICES':
      return `${revoke} ${contacting}.`;
    case 'EXTENSION':
      return `${revoke} by canceling the scheduled payment ${portal}.`;
    case 'PLAN':
    case 'CHANGE_PLAN':
      return (
        `${revoke} by canceling the payment plan ${portal}; ` +
        'the remaining unpaid balance then becomes payable immediately.'
      );
    case 'ADD_PM':
    case 'CHANGE_PM':
      return `${revoke} by removing the payment method ${portal}.`;
    case 'AUTO_PAY':
      return `${revoke} by turning off auto-pay ${portal}.`;
    default:
      return assertNever(purpose);
  }
}
