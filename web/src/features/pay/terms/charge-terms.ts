/**
 * What the payer is about to agree to, in figures and dates: all of it now, a plan, or a day to come.
 * The same functions of the domain decide on the server, which compares and never takes these (R6).
 */
import type { IsoDate } from '@quittance/contract/dates';
import { PRE_SUBMIT_ERRORS } from '@quittance/contract/errors';
import type { RequestId } from '@quittance/contract/ids';
import type { Cents } from '@quittance/contract/money';
import type { ChargeKind, PaymentOption, Purpose } from '@quittance/contract/vocabulary';
import { buildInstallments, type PlannedInstallment } from '@quittance/domain/checkout/plan';
import type { MethodUse } from '../../../processors/fields.ts';
import type { Subject, SubjectKind } from '../../../state/payment/payable.ts';
import { type Quote, quoteOf } from './quote.ts';

export type Purchase =
  | { purpose: 'FULL_AMOUNT' | 'PARTIAL' | 'ESTIMATE' }
  | { purpose: 'PLAN'; installments: readonly PlannedInstallment[] }
  | { purpose: 'EXTENSION'; date: IsoDate | null };

/** Paid at once, each of them is bought by a call of its own. */
const NOW_PURPOSES = {
  invoice: 'FULL_AMOUNT',
  partial: 'PARTIAL',
  estimate: 'ESTIMATE',
} as const satisfies Record<SubjectKind, Purpose>;

export function purposeOf(option: PaymentOption, { kind }: Pick<Subject, 'kind'>): Purpose {
  if (option === 'PAY_IN_FULL') return NOW_PURPOSES[kind];
  return option === 'PAYMENT_PLAN' ? 'PLAN' : 'EXTENSION';
}

export type Wish = { option: PaymentOption; count: number; date: IsoDate | null };

type Paid = Pick<Subject, 'kind' | 'payable' | 'today'>;

function purchaseOf(wish: Wish, { kind, today }: Paid, quote: Quote): Purchase {
  const { option, count, date } = wish;
  const { amountCents, feeCents } = quote;
  if (option === 'PAYMENT_EXTENSION') return { purpose: 'EXTENSION', date };
  if (option === 'PAY_IN_FULL') return { purpose: NOW_PURPOSES[kind] };
  // An amount of fewer cents than payments is not put into a plan; the server offers none then.
  const isPlannable = amountCents >= count;
  const installments = isPlannable
    ? buildInstallments({ anchor: today, amountCents, feeCents, count })
    : [];
  return { purpose: 'PLAN', installments };
}

export type Terms = {
  purchase: Purchase;
  quote: Quote;
  /** Taken by pressing the button; null where nothing is taken yet. */
  chargedCents: Cents | null;
};

function chargedBy(purchase: Purchase, { totalCents }: Quote): Cents | null {
  if (purchase.purpose === 'EXTENSION') return null;
  if (purchase.purpose === 'PLAN') return purchase.installments[0]?.costCents ?? totalCents;
  return totalCents;
}

export function termsOf(wish: Wish, subject: Paid, kind: ChargeKind): Terms {
  const quote = quoteOf(subject, kind);
  const purchase = purchaseOf(wish, subject, quote);
  return { purchase, quote, chargedCents: chargedBy(purchase, quote) };
}

export function isPaidNow({ purpose }: Purchase): boolean {
  return purpose !== 'PLAN' && purpose !== 'EXTENSION';
}

/** A method of a plan or of a later day is charged again without its payer. */
export function methodUse({ purchase, chargedCents }: Terms, isSaved: boolean): MethodUse {
  return { chargedCents, isKept: isSaved || !isPaidNow(purchase) };
}

/** Names the dates; two arrangements with the same name are the same payment (decision 0019). */
export function arrangementName(purchase: Purchase): string | null {
  switch (purchase.purpose) {
    case 'FULL_AMOUNT':
    case 'PARTIAL':
    case 'ESTIMATE':
      return null;
    case 'EXTENSION':
      return purchase.date;
    case 'PLAN':
      return `${purchase.installments[0]?.dueOn}x${purchase.installments.length}`;
  }
}

/** Product §5.5: what stops a submit before it leaves the browser. */
export function preSubmitError(purchase: Purchase, requestId: RequestId | null): string | null {
  if (purchase.purpose === 'EXTENSION' && !purchase.date) return PRE_SUBMIT_ERRORS.noDate;
  if (purchase.purpose === 'PLAN' && purchase.installments.length === 0)
    return PRE_SUBMIT_ERRORS.noInstallments;
  const needsRequest = purchase.purpose === 'PARTIAL' || purchase.purpose === 'ESTIMATE';
  if (needsRequest && !requestId) return PRE_SUBMIT_ERRORS.noRequestId;
  return null;
}
