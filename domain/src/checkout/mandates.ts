/**
 * The mandate texts with which a payer authorizes charges (product §9.10, R27). The server compares its text with
 * the one that the browser showed, so every change of wording needs a new version. The wording is in `texts`.
 */
import { contactWords, type SupportContact } from '@quittance/contract/companies/company-contact';
import type { CompanyBrand } from '@quittance/contract/companies/portal-schemas';
import type { IsoDate } from '@quittance/contract/dates';
import { formatDate, formatMoney } from '@quittance/contract/format';
import type { FeeDetail } from '@quittance/contract/methods/portal-schemas';
import { addCents, type Cents } from '@quittance/contract/money';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { assertNever, invariant } from '../invariant.ts';
import { NOTICE_DAYS } from '../off-session/auto-pay.ts';
import type { MandateTexts, RevokedPurpose } from '../texts/en/mandates.ts';
import type { Words } from '../texts/shared-words.ts';
import { feeRate } from './fees.ts';

/** Stored with every accepted text. Increment it with any change of the wording. */
export const MANDATE_VERSION = '5';

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

/** Covers only payments that the payer agrees to later. */
type AddedMethod = { purpose: 'ADD_PM' };

/** The amounts are not known yet: the mandate covers the balance of each invoice, plus this fee. */
type EveryInvoice = { purpose: 'AUTO_PAY'; fee: Pick<FeeDetail, 'feePercentage' | 'feeFixed'> };

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

export type MandateTerms =
  | SingleCharge
  | PlanCharges
  | LeftCharges
  | ChangedPlan
  | AddedMethod
  | EveryInvoice;
export type MandatePurpose = MandateTerms['purpose'];

type NamePart = keyof (Pick<CompanyBrand, 'dba' | 'legalName'> & SupportContact);

/** Without a contact, the text names only the company. */
export type MandateCompany = { name: string } & {
  [Part in NamePart]?: string | null | undefined;
};

export type MandateQuestion = MandateTerms & {
  kind: ChargeKind;
  company: MandateCompany;
  methodLast4: string | null;
  isMethodSaved?: boolean;
};

export type MandateWords = Pick<Words, 'mandates' | 'dates' | 'contact'>;

export function mandateText(question: MandateQuestion, words: MandateWords): string {
  const { mandates } = words;
  const { kind, company, isMethodSaved } = question;
  const sentences = [
    authorization(question, words),
    ...notice(question, mandates),
    ...(isMethodSaved ? [mandates.saving(company.name, kind)] : []),
    ...conditions(question, mandates),
    duration(question, mandates),
    ...revocation(question, words),
  ];
  return sentences.join(' ');
}

/** 'Harbor Dental LLC, doing business as Harbor Smiles,' */
function toSigner({ name, legalName, dba }: MandateCompany, { tradingAs }: MandateTexts): string {
  const owner = legalName ?? name;
  const trade = dba ?? name;
  return trade === owner ? owner : tradingAs(owner, trade);
}

function authorization(question: MandateQuestion, words: MandateWords): string {
  const { mandates, dates } = words;
  const { company, kind, purpose, methodLast4: last4 } = question;
  const isOnce = isPaidNow(purpose) || purpose === 'EXTENSION';
  const start = mandates.start({ signer: toSigner(company, mandates), kind, last4, isOnce });
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
      return `${start} ${mandates.future}`;
    case 'AUTO_PAY':
      return `${start} ${mandates.everyInvoice(company.name, toRate(question))}`;
    default:
      return assertNever(question);
  }
}

function toRate({ fee }: EveryInvoice): string | null {
  return fee.feePercentage === 0 && fee.feeFixed === 0 ? null : feeRate(fee);
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
  const { payments } = charges;
  if (payments.length === 0) return texts.none;
  return texts.some(payments.length, amount(charges, words.mandates), listed(payments, words));
}

function planned(plan: PlanCharges, words: MandateWords): string {
  const { installments } = plan;
  invariant(installments.length > 0, 'a plan has a first installment');
  const { mandates } = words;
  return mandates.plan(installments.length, amount(plan, mandates), listed(installments, words));
}

/** A payment that is sent now has no notice. A saved method is charged under another mandate. */
function notice({ purpose, kind, company }: MandateQuestion, texts: MandateTexts): string[] {
  if (isPaidNow(purpose) || purpose === 'ADD_PM') return [];
  const { fixed, everyInvoice } = texts.notice;
  const write = purpose === 'AUTO_PAY' ? everyInvoice[kind] : fixed;
  return [write(company.name, NOTICE_DAYS[kind])];
}

/** Only off-session charges are retried (R15). */
function conditions(
  { kind, purpose, company }: MandateQuestion,
  { bankConditions, cardRetries }: MandateTexts,
): string[] {
  if (kind === 'ach') return bankConditions(company.name);
  return [isPaidNow(purpose) ? cardRetries.now : cardRetries.later];
}

const LASTS = {
  EXTENSION: 'schedule',
  PLAN: 'plan',
  CHANGE_PLAN: 'plan',
  CHANGE_PM: 'plan',
  ADD_PM: 'method',
  AUTO_PAY: 'autoPay',
} as const satisfies Partial<Record<MandatePurpose, RevokedPurpose>>;

type LaterPurpose = keyof typeof LASTS;

const isLater = (purpose: MandatePurpose): purpose is LaterPurpose => !isPaidNow(purpose);

function duration({ purpose, company }: MandateQuestion, { lasts }: MandateTexts): string {
  return isLater(purpose) ? lasts[LASTS[purpose]](company.name) : lasts.now;
}

/**
 * Every mandate ends with how and until when to revoke it: in the portal until the payment is sent, or by contacting
 * the company early enough to stop a bank debit.
 */
function revocation(question: MandateQuestion, { mandates, contact }: MandateWords): string[] {
  const { purpose, kind, company } = question;
  const { name, supportEmail = null, supportPhone = null } = company;
  const ways = contactWords({ supportEmail, supportPhone }, contact);
  const { now, by, inPortalOr, planThen } = mandates.revoke;
  const whom = ways === null ? name : `${name} (${ways})`;
  if (!isLater(purpose)) return [now(whom, kind)];
  const way = purpose === 'CHANGE_PM' ? by.method : by[LASTS[purpose]];
  const isPlan = purpose === 'PLAN' || purpose === 'CHANGE_PLAN';
  return [inPortalOr[kind](way, whom), ...(isPlan ? [planThen] : [])];
}
