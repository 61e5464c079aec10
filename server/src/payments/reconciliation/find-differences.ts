/**
 * Compares our attempts with the processor's list of charges and separates differences from mere updates. Pure
 * functions; the caller decides how to handle a finding.
 */
import { type AttemptId, attemptIdSchema } from '@quittance/contract/ids';
import type { Cents } from '@quittance/contract/money';
import { nextState } from '@quittance/domain/status/payment-status';
import type { Attempt } from '../../ledger/attempts.ts';
import type { DisputeRow } from '../../ledger/disputes.ts';
import type { BookedDispute, ListedCharge, Outcome } from '../../processors/processor.ts';
import { computeTotal } from '../charge/charge.ts';
import { asSettled, refundedIn, toAttemptState } from '../core/attempt-state-of.ts';

/** Each of these needs manual review. A reconciliation without any of them is clean. */
export const DIFFERENCES = [
  'orphan',
  'unplaced',
  'doubled',
  'other_amount',
  'other_refund',
  'unexpected_refund',
  'late_success',
  'regained',
  'missing',
  'unanswered',
] as const;
export type Difference = (typeof DIFFERENCES)[number];

export type OwnReference = ListedCharge & { reference: AttemptId };

export type RecordDifference =
  /** A charge with one of our references but no attempt. */
  | { kind: 'orphan'; charge: OwnReference }
  /** More than one charge under one reference. */
  | { kind: 'doubled'; reference: string; count: number }
  | { kind: 'other_amount'; attempt: Attempt; amountCents: number }
  /** The processor refunded more or less than the amount in our records. */
  | { kind: 'other_refund'; attempt: Attempt; refundedCents: Cents }
  /** Failed in our records, but charged at the processor. */
  | { kind: 'late_success'; attempt: Attempt }
  /** Returned in our records, but succeeded again at the processor. */
  | { kind: 'regained'; attempt: Attempt }
  /** The processor is ahead: look up the attempt and settle it. Not a difference. */
  | { kind: 'update'; attempt: Attempt }
  /** Paid in our records, but missing or declined at the processor. */
  | { kind: 'absent'; attempt: Attempt };

type ComparedAttempt = { attempt: Attempt; disputes: readonly DisputeRow[] };

function isCharged({ outcome }: ListedCharge): boolean {
  return outcome.kind === 'succeeded' || outcome.kind === 'pending' || outcome.kind === 'returned';
}

function toReference({ outcome }: ListedCharge): string | null {
  return 'processorReference' in outcome ? outcome.processorReference : null;
}

/** Returns a charge only if its reference is an attempt id. Any other charge belongs to another system. */
function ownReference(charge: ListedCharge): OwnReference | null {
  if (charge.reference === null) return null;
  const parsed = attemptIdSchema.safeParse(charge.reference);
  return parsed.success ? { ...charge, reference: parsed.data } : null;
}

export function referencesIn(charges: readonly ListedCharge[]) {
  const own = charges.flatMap((charge) => ownReference(charge) ?? []);
  const references = charges.flatMap((charge) => toReference(charge) ?? []);
  return { ids: [...new Set(own.map(({ reference }) => reference))], references };
}

function isSecondCharge(attempt: Attempt, charge: ListedCharge): boolean {
  const { state, processorReference } = attempt;
  const isSettled = state === 'PENDING' || state === 'SUCCEEDED' || state === 'RETURNED';
  return (
    isSettled &&
    processorReference !== null &&
    isCharged(charge) &&
    toReference(charge) !== processorReference
  );
}

function compareMoneyBack(
  { attempt, disputes }: ComparedAttempt,
  outcome: Outcome,
): RecordDifference[] {
  if (outcome.kind !== 'succeeded' && outcome.kind !== 'returned') return [];
  const refundedCents = refundedIn(outcome);
  if (refundedCents !== null && refundedCents !== attempt.refundedCents) {
    return [{ kind: 'other_refund', attempt, refundedCents }];
  }
  const isBooked = ({ disputeReference, state }: BookedDispute) =>
    disputes.some(
      (row) => row.processorReference === disputeReference && row.state === state.toUpperCase(),
    );
  return (outcome.disputes ?? []).every(isBooked) ? [] : [{ kind: 'update', attempt }];
}

function compareOne(compared: ComparedAttempt, charge: ListedCharge): RecordDifference[] {
  const { attempt } = compared;
  const outcome = asSettled(charge.outcome);
  if (isSecondCharge(attempt, charge)) {
    return [{ kind: 'doubled', reference: attempt.id, count: 2 }];
  }
  if ('amountCents' in outcome && outcome.amountCents !== computeTotal(attempt)) {
    return [{ kind: 'other_amount', attempt, amountCents: outcome.amountCents }];
  }
  const state = toAttemptState(outcome.kind);
  if (outcome.kind === 'unknown') return [];
  if (attempt.state === state) return compareMoneyBack(compared, outcome);
  if (attempt.state === 'FAILED' && state === 'SUCCEEDED')
    return [{ kind: 'late_success', attempt }];
  if (nextState(attempt.state, state) !== null) return [{ kind: 'update', attempt }];
  if (attempt.state === 'RETURNED' && state === 'SUCCEEDED') return [{ kind: 'regained', attempt }];
  const isContradicted = attempt.state === 'SUCCEEDED' && state === 'FAILED';
  return isContradicted ? [{ kind: 'absent', attempt }] : [];
}

function doubledIn(
  charges: readonly OwnReference[],
): Extract<RecordDifference, { kind: 'doubled' }>[] {
  const counts = new Map<string, number>();
  for (const { reference } of charges.filter(isCharged)) {
    counts.set(reference, (counts.get(reference) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > 1)
    .map(([reference, count]) => ({ kind: 'doubled', reference, count }));
}

function compareCharges({
  charges,
  named,
  disputes,
}: Omit<Records, 'expected'>): RecordDifference[] {
  const byId = new Map<string, Attempt>(named.map((attempt) => [attempt.id, attempt]));
  const own = charges.flatMap((charge) => ownReference(charge) ?? []);
  const doubled = doubledIn(own);
  const isDoubled = new Set<string>(doubled.map(({ reference }) => reference));
  // Without an attempt, the first of several charges is recorded like any other. The rest is reported beside it.
  const isFirst = (charge: OwnReference) =>
    own.find((each) => each.reference === charge.reference && isCharged(each)) === charge;
  const lines = own
    .filter((charge) => {
      const { reference } = charge;
      return !isDoubled.has(reference) || (!byId.has(reference) && isFirst(charge));
    })
    .flatMap((charge): RecordDifference[] => {
      const attempt = byId.get(charge.reference);
      if (attempt) return compareOne({ attempt, disputes }, charge);
      return isCharged(charge) ? [{ kind: 'orphan', charge }] : [];
    });
  return [...doubled, ...lines];
}

function compareAttempts(
  charges: readonly ListedCharge[],
  attempts: readonly Attempt[],
): RecordDifference[] {
  const { ids, references } = referencesIn(charges);
  const [named, known] = [new Set<string>(ids), new Set(references)];
  const isListed = ({ id, processorReference }: Attempt) =>
    named.has(id) || (processorReference !== null && known.has(processorReference));
  return attempts
    .filter((attempt) => attempt.state === 'SUCCEEDED' && !isListed(attempt))
    .map((attempt) => ({ kind: 'absent', attempt }));
}

export type Records = {
  charges: readonly ListedCharge[];
  named: readonly Attempt[];
  disputes: readonly DisputeRow[];
  expected: readonly Attempt[];
};

export function findDifferences({ expected, ...records }: Records): RecordDifference[] {
  return [...compareCharges(records), ...compareAttempts(records.charges, expected)];
}
