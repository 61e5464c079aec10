/**
 * The mandate texts with which a payer authorizes charges (product §9.10, R27). The server compares its text with
 * the one that the browser showed, so every change of wording needs a new version. The wording is in `texts`.
 */
import type { IsoDate } from '@quittance/contract/dates';
import { formatDate, formatMoney } from '@quittance/contract/format';
import { addCents, type Cents } from '@quittance/contract/money';
import type { DateTexts } from '@quittance/contract/texts/en/dates';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { assertNever, invariant } from '../invariant.ts';
import type { MandateTexts, RevokedPurpose } from '../texts/en/mandates.ts';

/** Stored with every accepted text. Increment it with any change of the wording. */
export const MANDATE_VERSION = '4';

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

/** The remaining charges of an arrangement whose method changes (R36). */
type LeftCharges = {
  purpose: 'CHANGE_PM';
  amountCents: Cents;
  feeCents: Cents;
  payments: readonly { dueOn: IsoDate; costCents: Cents }[];
};

/** The remaining charges of a plan after the payer changed its dates or its number of installments (ADR 0092). */
type ChangedPlan = Omit<LeftCharges, 'purpose'> & { purpose: 'CHANGE_PLAN' };

/**
 * The amounts are not known yet: the mandate covers any amount that is or will be agreed for the payer's invoices.
 */
type FutureCharges = { purpose: 'ADD_PM' | 'AUTO_PAY' };

const NOW: readonly MandateTerms['purpose'][] = [
  'FULL_AMOUNT',
  'OWN_AMOUNT',
  'PARTIAL',
  'ESTIMATE',
  'INVOICES',
];

export function isPaidNow(purpose: MandatePurpose): boolean {
  return NOW.includes(purpose);
}

export type MandateTerms = SingleCharge | PlanCharges | LeftCharges | ChangedPlan | FutureCharges;
export type MandatePurpose = MandateTerms['purpose'];

export type MandateQuestion = MandateTerms & {
  kind: ChargeKind;
  companyName: string;
  /** 'billing@harbor.example or (207) 555-0142'; null if the company has no contact. */
  companyContact?: string | null;
  methodLast4: string | null;
  isMethodSaved?: boolean;
};

export type MandateWords = { mandates: MandateTexts; dates: DateTexts };

export function mandateText(question: MandateQuestion, words: MandateWords): string {
  const { mandates } = words;
  const sentences = [
    authorization(question, words),
    ...(question.isMethodSaved
      ? [mandates.saving[question.kind](question.companyName), mandates.removable]
      : []),
    ...conditions(question, mandates),
    revocation(question, mandates),
  ];
  return sentences.join(' ');
}

function authorization(question: MandateQuestion, words: MandateWords): string {
  const { mandates, dates } = words;
  const { companyName, kind, methodLast4 } = question;
  const start = mandates.start(companyName, kind, methodLast4);
  switch (question.purpose) {
    case 'FULL_AMOUNT':
    case 'OWN_AMOUNT':
    case 'PARTIAL':
    case 'ESTIMATE':
    case 'INVOICES':
    case 'EXTENSION':
      return `${start} ${mandates.once(amount(question, mandates), formatDate(question.date, dates))}`;
    case 'PLAN':
      return `${start} ${planned(question, words)}`;
    case 'CHANGE_PM':
    case 'CHANGE_PLAN':
      return `${start} ${left(question, words)}`;
    case 'ADD_PM':
      return `${start} ${mandates.future[kind]}`;
    case 'AUTO_PAY':
      return `${start} ${mandates.everyInvoice} ${mandates.notice[kind](companyName)}`;
    default:
      return assertNever(question);
  }
}

/** '$103.20 ($100.00 plus a processing fee of $3.20)' */
function amount(
  { amountCents, feeCents }: { amountCents: Cents; feeCents: Cents },
  mandates: MandateTexts,
): string {
  const total = formatMoney(addCents(amountCents, feeCents));
  if (feeCents === 0) return total;
  return mandates.withFee(total, formatMoney(amountCents), formatMoney(feeCents));
}

/** '$34.40 on February 28, 2026; $34.40 on March 31, 2026' */
function listed(payments: PlanCharges['installments'], { mandates, dates }: MandateWords): string {
  return payments
    .map(({ costCents, dueOn }) =>
      mandates.payment(formatMoney(costCents), formatDate(dueOn, dates)),
    )
    .join('; ');
}

/** Payments whose date has passed are late and charged immediately. */
function left(charges: LeftCharges | ChangedPlan, words: MandateWords): string {
  const { left: texts } = words.mandates;
  if (charges.payments.length === 0) return texts.none;
  return texts.some(listed(charges.payments, words), amount(charges, words.mandates));
}

function planned(plan: PlanCharges, words: MandateWords): string {
  const [first, ...later] = plan.installments;
  invariant(first !== undefined, 'a plan has a first installment');
  const { mandates, dates } = words;
  return [
    mandates.plan.first(formatMoney(first.costCents), formatDate(first.dueOn, dates)),
    mandates.plan.total(amount(plan, mandates), plan.installments.length),
    mandates.plan.later(listed(later, words)),
  ].join(' ');
}

/** Card conditions apply only to off-session charges (R15). */
function conditions(
  { kind, purpose, companyName }: MandateQuestion,
  { bankConditions, cardConditions }: MandateTexts,
): string[] {
  if (kind === 'ach') return bankConditions(companyName);
  return isPaidNow(purpose) ? [] : cardConditions(companyName);
}

const REVOKED = {
  EXTENSION: 'schedule',
  PLAN: 'plan',
  CHANGE_PLAN: 'plan',
  ADD_PM: 'method',
  CHANGE_PM: 'method',
  AUTO_PAY: 'autoPay',
} as const satisfies Partial<Record<MandatePurpose, RevokedPurpose>>;

/**
 * Every mandate ends with how to revoke it: in the portal until the payment is sent, or by contacting the company
 * early enough to stop a bank debit.
 */
function revocation(question: MandateQuestion, { revoke }: MandateTexts): string {
  const { purpose, kind, companyName, companyContact = null } = question;
  const contacting = revoke.contacting(companyName, companyContact);
  switch (purpose) {
    case 'FULL_AMOUNT':
    case 'OWN_AMOUNT':
    case 'PARTIAL':
    case 'ESTIMATE':
    case 'INVOICES':
      return `${revoke.start} ${contacting}.`;
    case 'EXTENSION':
    case 'PLAN':
    case 'CHANGE_PLAN':
    case 'ADD_PM':
    case 'CHANGE_PM':
    case 'AUTO_PAY': {
      const inTime = kind === 'ach' ? `${contacting} ${revoke.daysBefore}` : contacting;
      const isPlan = purpose === 'PLAN' || purpose === 'CHANGE_PLAN';
      const end = isPlan ? revoke.planThen : '';
      return `${revoke.start} ${revoke.by[REVOKED[purpose]]} ${revoke.inPortalOr(inTime)}${end}.`;
    }
    default:
      return assertNever(purpose);
  }
}
