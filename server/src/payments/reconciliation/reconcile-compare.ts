/**
 * Our attempts beside the processor's list, line by line: what differs, and what is only news. Pure;
 * it neither asks nor writes, and what to do about a finding is decided by whoever called.
 */
import { type AttemptId, attemptIdSchema } from '@quittance/contract/ids';
import { type AttemptState, nextState } from '@quittance/domain/status/payment-status';
import type { ListedCharge, Outcome } from '../../processors/processor.ts';
import type { Attempt } from '../../storage/payments/attempts.ts';
import { totalOf } from '../charge/charge.ts';

/** Every one of these is for a person to look at; a day without them is a clean one. */
export const DIFFERENCES = [
  'orphan',
  'unplaced',
  'doubled',
  'other_amount',
  'late_success',
  'regained',
  'missing',
  'unanswered',
] as const;
export type Difference = (typeof DIFFERENCES)[number];

export type OwnReference = ListedCharge & { reference: AttemptId };

export type Finding =
  /** A charge under a reference of ours that we know nothing of. */
  | { kind: 'orphan'; charge: OwnReference }
  /** Money taken more than once under one reference. */
  | { kind: 'doubled'; reference: string; count: number }
  | { kind: 'other_amount'; attempt: Attempt; amountCents: number }
  /** We wrote it off as failed, and it was charged after all. */
  | { kind: 'late_success'; attempt: Attempt }
  /** We gave the money up as returned, and the processor has it again. */
  | { kind: 'regained'; attempt: Attempt }
  /** Further than we knew: ask, and settle. Nothing is wrong. */
  | { kind: 'news'; attempt: Attempt }
  /** Paid with us; there it is not, or it is no charge. */
  | { kind: 'absent'; attempt: Attempt };

const SEEN_AS: Readonly<Record<Outcome['kind'], AttemptState>> = {
  succeeded: 'SUCCEEDED',
  pending: 'PENDING',
  returned: 'RETURNED',
  action_required: 'ACTION_REQUIRED',
  declined: 'FAILED',
  not_sent: 'FAILED',
  unknown: 'UNKNOWN',
};

/** Money that was taken, or is on its way, or was taken and came back. */
function isTaken({ outcome }: ListedCharge): boolean {
  return outcome.kind === 'succeeded' || outcome.kind === 'pending' || outcome.kind === 'returned';
}

function referenceOf({ outcome }: ListedCharge): string | null {
  return 'processorReference' in outcome ? outcome.processorReference : null;
}

/** Only what carries an id such as ours; anything else is another system's sale. */
function ownReference(charge: ListedCharge): OwnReference | null {
  const parsed = attemptIdSchema.safeParse(charge.reference);
  return parsed.success ? { ...charge, reference: parsed.data } : null;
}

export function namesIn(charges: readonly ListedCharge[]) {
  const own = charges.flatMap((charge) => ownReference(charge) ?? []);
  const references = charges.flatMap((charge) => referenceOf(charge) ?? []);
  return { ids: [...new Set(own.map(({ reference }) => reference))], references };
}

function compareOne(attempt: Attempt, { outcome }: ListedCharge): Finding[] {
  if ('amountCents' in outcome && outcome.amountCents !== totalOf(attempt)) {
    return [{ kind: 'other_amount', attempt, amountCents: outcome.amountCents }];
  }
  const seen = SEEN_AS[outcome.kind];
  if (outcome.kind === 'unknown' || attempt.state === seen) return [];
  if (attempt.state === 'FAILED' && seen === 'SUCCEEDED')
    return [{ kind: 'late_success', attempt }];
  if (nextState(attempt.state, seen) !== null) return [{ kind: 'news', attempt }];
  if (attempt.state === 'RETURNED' && seen === 'SUCCEEDED') return [{ kind: 'regained', attempt }];
  const isContradicted = attempt.state === 'SUCCEEDED' && seen === 'FAILED';
  return isContradicted ? [{ kind: 'absent', attempt }] : [];
}

function doubledIn(charges: readonly OwnReference[]): Finding[] {
  const counts = new Map<string, number>();
  for (const { reference } of charges.filter(isTaken)) {
    counts.set(reference, (counts.get(reference) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > 1)
    .map(([reference, count]) => ({ kind: 'doubled', reference, count }));
}

/** Theirs against ours: `attempts` has to hold every attempt that `namesIn` names. */
function compareTheirs(charges: readonly ListedCharge[], attempts: readonly Attempt[]): Finding[] {
  const byId = new Map<string, Attempt>(attempts.map((attempt) => [attempt.id, attempt]));
  const own = charges.flatMap((charge) => ownReference(charge) ?? []);
  const doubled = doubledIn(own);
  const isDoubled = (reference: string) =>
    doubled.some((finding) => 'reference' in finding && finding.reference === reference);
  const lines = own
    .filter(({ reference }) => !isDoubled(reference))
    .flatMap((charge): Finding[] => {
      const attempt = byId.get(charge.reference);
      if (attempt) return compareOne(attempt, charge);
      return isTaken(charge) ? [{ kind: 'orphan', charge }] : [];
    });
  return [...doubled, ...lines];
}

/** Ours against theirs: whatever was paid has to stand in the list. */
function compareOurs(charges: readonly ListedCharge[], attempts: readonly Attempt[]): Finding[] {
  const { ids, references } = namesIn(charges);
  const [named, known] = [new Set<string>(ids), new Set(references)];
  const isListed = ({ id, processorReference }: Attempt) =>
    named.has(id) || (processorReference !== null && known.has(processorReference));
  return attempts
    .filter((attempt) => attempt.state === 'SUCCEEDED' && !isListed(attempt))
    .map((attempt) => ({ kind: 'absent', attempt }));
}

export type Compared = {
  charges: readonly ListedCharge[];
  /** Those the charges name. */
  named: readonly Attempt[];
  /** Those that should be among the charges. */
  expected: readonly Attempt[];
};

export function compare({ charges, named, expected }: Compared): Finding[] {
  return [...compareTheirs(charges, named), ...compareOurs(charges, expected)];
}
