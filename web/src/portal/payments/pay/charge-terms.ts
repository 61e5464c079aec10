/**
 * The terms of a charge: amount, fee and dates of a payment now, a plan or a scheduled payment. The server computes
 * the same terms and compares them; it never trusts these (R6).
 */
import type { IsoDate } from '@quittance/contract/dates';
import type { RequestId } from '@quittance/contract/ids';
import type { Cents } from '@quittance/contract/money';
import type { ChargeKind, PaymentOption, Purpose } from '@quittance/contract/vocabulary';
import { buildInstallments, type PlannedInstallment } from '@quittance/domain/checkout/plan';
import { preSubmitErrors } from '#texts/shared/errors';
import type { MethodUse } from '../../processors/fields.ts';
import type { Payable, PayableKind } from '../../store/payable.ts';
import { type Quote, toQuote } from './quote.ts';

export type ChargeSchedule =
  | { purpose: 'FULL_AMOUNT' | 'OWN_AMOUNT' | 'PARTIAL' | 'ESTIMATE' | 'INVOICES' }
  | { purpose: 'PLAN'; installments: readonly PlannedInstallment[] }
  | { purpose: 'EXTENSION'; date: IsoDate | null };

const NOW_PURPOSES = {
  invoice: 'FULL_AMOUNT',
  partial: 'PARTIAL',
  estimate: 'ESTIMATE',
  invoices: 'INVOICES',
} as const satisfies Record<PayableKind, Purpose>;

export function toPurpose(option: PaymentOption, { kind }: Pick<Payable, 'kind'>): Purpose {
  if (option === 'PAY_IN_FULL') return NOW_PURPOSES[kind];
  return option === 'PAYMENT_PLAN' ? 'PLAN' : 'EXTENSION';
}

export type ArrangementChoice = { option: PaymentOption; count: number; date: IsoDate | null };

type PricedPayable = Pick<Payable, 'kind' | 'amount' | 'fees' | 'today'> & {
  /** The payer chose to pay part of the amount owed (R49). */
  isOwnAmount?: boolean;
};

function toSchedule(
  choice: ArrangementChoice,
  { kind, today, isOwnAmount = false }: PricedPayable,
  quote: Quote,
): ChargeSchedule {
  const { option, count, date } = choice;
  const { amountCents, feeCents } = quote;
  if (option === 'PAYMENT_EXTENSION') return { purpose: 'EXTENSION', date };
  if (option === 'PAY_IN_FULL') return { purpose: isOwnAmount ? 'OWN_AMOUNT' : NOW_PURPOSES[kind] };
  // A plan needs at least one cent per installment; otherwise the server does not offer it.
  const isPlannable = amountCents >= count;
  const installments = isPlannable
    ? buildInstallments({ anchor: today, amountCents, feeCents, count })
    : [];
  return { purpose: 'PLAN', installments };
}

export type ChargeTerms = {
  schedule: ChargeSchedule;
  quote: Quote;
  chargedCents: Cents | null;
};

function chargedNow(schedule: ChargeSchedule, { totalCents }: Quote): Cents | null {
  if (schedule.purpose === 'EXTENSION') return null;
  if (schedule.purpose === 'PLAN') return schedule.installments[0]?.costCents ?? totalCents;
  return totalCents;
}

export function toChargeTerms(
  choice: ArrangementChoice,
  payable: PricedPayable,
  kind: ChargeKind,
): ChargeTerms {
  const quote = toQuote(payable, kind);
  const schedule = toSchedule(choice, payable, quote);
  return { schedule, quote, chargedCents: chargedNow(schedule, quote) };
}

export function isPaidNow({ purpose }: ChargeSchedule): boolean {
  return purpose !== 'PLAN' && purpose !== 'EXTENSION';
}

/** The method of a plan or scheduled payment is charged off-session, so it is saved. */
export function methodUse({ schedule, chargedCents }: ChargeTerms, isSaved: boolean): MethodUse {
  return { chargedCents, isSaved: isSaved || !isPaidNow(schedule) };
}

/** Identifies the dates. Arrangements with the same key are the same payment (decision 0019). */
export function arrangementKey(schedule: ChargeSchedule): string | null {
  switch (schedule.purpose) {
    case 'FULL_AMOUNT':
    case 'PARTIAL':
    case 'ESTIMATE':
    case 'INVOICES':
      return null;
    case 'OWN_AMOUNT':
      return 'own';
    case 'EXTENSION':
      return schedule.date;
    case 'PLAN':
      return `${schedule.installments[0]?.dueOn}x${schedule.installments.length}`;
  }
}

/** Errors found before the submit (product §5.5). */
export function preSubmitError(
  schedule: ChargeSchedule,
  requestId: RequestId | null,
): string | null {
  if (schedule.purpose === 'EXTENSION' && !schedule.date) return preSubmitErrors.noDate;
  if (schedule.purpose === 'PLAN' && schedule.installments.length === 0)
    return preSubmitErrors.noInstallments;
  const needsRequest = ['PARTIAL', 'ESTIMATE', 'INVOICES'].includes(schedule.purpose);
  if (needsRequest && !requestId) return preSubmitErrors.noRequestId;
  return null;
}
