/**
 * Reconciles one company with its processor, in both directions. A difference is logged as `fatal` for
 * manual review and counted; what a lookup can resolve is settled. Where a processor has no list of
 * charges, each attempt is looked up, and a charge without an attempt cannot be found.
 */
import type { Instant } from '@quittance/contract/dates';
import { addMs } from '../../clock.ts';
import type { Deps } from '../../deps.ts';
import type { ListedCharge, Processor } from '../../processors/processor.ts';
import type { CompanyRow } from '../../storage/billing/companies.ts';
import type { Attempt } from '../../storage/payments/attempts.ts';
import {
  attemptsNamed,
  attemptsSince,
  insertReconciliation,
  oldestUndecided,
  type Reconciliation,
  reconciledUntil,
} from '../../storage/payments/reconciliations.ts';
import { refundedIn } from '../core/attempt-state-of.ts';
import {
  type Difference,
  type Finding,
  findDifferences,
  referencesIn,
} from './find-differences.ts';
import { recordOrphan } from './record-orphan.ts';
import { resolveAttempt } from './resolve.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const SPAN_MS = 3 * DAY_MS;
/** The span reaches back to the oldest undecided attempt, at most this far. */
const SPAN_MS_MAX = 60 * DAY_MS;
/** For clock differences, and for charges that are not listed yet. */
const SLACK_MS = 10 * MINUTE_MS;

export type ReconciledCompany = { company: CompanyRow; processor: Processor };

type Span = { from: Instant; to: Instant };

/** Covers every attempt that can still change. */
async function spanFor(deps: Deps, { companyId, processor }: CompanyRow): Promise<Span> {
  const to = deps.clock.now();
  const oldest = await deps.database.inCompany({ companyId }, (tx) =>
    oldestUndecided(tx, { companyId, processor }),
  );
  const starts = [addMs(to, -SPAN_MS), ...(oldest ? [addMs(oldest, -SLACK_MS)] : [])].sort();
  const [earliest = to] = starts;
  const limit = addMs(to, -SPAN_MS_MAX);
  return { from: earliest < limit ? limit : earliest, to };
}

type Listing = { charges: ListedCharge[]; unanswered: Attempt[] };

/** For a processor without a list: looks up every attempt by its reference. */
async function lookUpEach(processor: Processor, attempts: readonly Attempt[]): Promise<Listing> {
  const listing: Listing = { charges: [], unanswered: [] };
  for (const attempt of attempts) {
    const { id: reference, processorReference, method } = attempt;
    const found = await processor.charges.lookup({ reference, processorReference });
    const kind = method === 'ACH' ? 'ach' : 'card';
    if (found.kind === 'unknown') listing.unanswered.push(attempt);
    else if (found.kind !== 'not_found') {
      listing.charges.push({ reference, invoiceRef: null, kind, outcome: found });
    }
  }
  return listing;
}

type Sides = Listing & { named: Attempt[]; expected: Attempt[] };

/** The processor's list first: an attempt is stored before it is charged, so every listed one exists. */
async function readBothSides(deps: Deps, { company, processor }: ReconciledCompany, span: Span) {
  const account = { companyId: company.companyId, processor: company.processor };
  const ours = () =>
    deps.database.inCompany(account, (tx) => attemptsSince(tx, account, span.from));
  const listed = await processor.charges.list?.({ from: span.from, to: addMs(span.to, SLACK_MS) });
  const { charges, unanswered } = listed
    ? { charges: listed, unanswered: [] }
    : await lookUpEach(processor, await ours());
  const { cleanUntil } = await deps.database.inCompany(account, (tx) =>
    reconciledUntil(tx, account),
  );
  const named = await deps.database.inCompany(account, (tx) =>
    attemptsNamed(tx, account, referencesIn(charges)),
  );
  const asked = new Set(unanswered.map(({ id }) => id));
  const youngest = addMs(span.to, -SLACK_MS);
  // A clean reconciliation has already found the attempts it covered.
  const expected = (await ours()).filter(
    ({ id, createdAt }) =>
      createdAt <= youngest && (cleanUntil === null || createdAt > cleanUntil) && !asked.has(id),
  );
  return { charges, unanswered, named, expected } satisfies Sides;
}

const MESSAGES: Readonly<Record<Difference, string>> = {
  orphan: 'a charge without an attempt was found at the processor and recorded',
  unplaced: 'a charge at the processor has our reference, but no invoice of ours',
  doubled: 'the processor has more than one charge under one reference',
  other_amount: 'the processor charged another amount than was recorded',
  other_refund: 'the processor refunded another amount than is booked',
  late_success: 'a payment recorded as failed was charged',
  regained: 'a payment recorded as returned has succeeded again',
  missing: 'a payment recorded as paid is not in the records of the processor',
  unanswered: 'a payment could not be compared with the processor',
};

/** The list can lag or be cut off, so a charge is missing only if a lookup does not find it either. */
async function isMissing(
  { processor }: ReconciledCompany,
  attempt: Attempt,
): Promise<Difference | null> {
  const { id: reference, processorReference } = attempt;
  const found = await processor.charges.lookup({ reference, processorReference });
  if (found.kind === 'unknown') return 'unanswered';
  return found.kind === 'not_found' || found.kind === 'declined' ? 'missing' : null;
}

/** A lookup books what is new. The list can lag behind a refund that was just made. */
async function refundDifference(
  deps: Deps,
  { company, processor }: ReconciledCompany,
  { attempt, refundedCents }: Extract<Finding, { kind: 'other_refund' }>,
): Promise<Difference | null> {
  const { id: attemptId, processorReference } = attempt;
  const key = { companyId: company.companyId, attemptId };
  const settled = await resolveAttempt(deps, key, 'reconciler');
  if (settled.refundedCents === refundedCents) return null;
  const found = await processor.charges.lookup({ reference: attemptId, processorReference });
  const isSame = 'refunds' in found && refundedIn(found) === settled.refundedCents;
  return isSame ? null : 'other_refund';
}

/** Repairs what it can; returns the difference that remains, if any. */
async function repair(
  deps: Deps,
  reconciled: ReconciledCompany,
  finding: Finding,
): Promise<Difference | null> {
  const { companyId } = reconciled.company;
  switch (finding.kind) {
    case 'orphan': {
      const { company } = reconciled;
      return (await recordOrphan(deps, { company, charge: finding.charge }))
        ? 'orphan'
        : 'unplaced';
    }
    case 'update':
    case 'late_success':
      await resolveAttempt(deps, { companyId, attemptId: finding.attempt.id }, 'reconciler');
      return finding.kind === 'update' ? null : finding.kind;
    case 'other_refund':
      return refundDifference(deps, reconciled, finding);
    case 'absent':
      return isMissing(reconciled, finding.attempt);
    case 'doubled':
    case 'other_amount':
    case 'regained':
      return finding.kind;
  }
}

function subjectOf(finding: Finding) {
  switch (finding.kind) {
    case 'orphan': {
      const { reference, invoiceRef, outcome } = finding.charge;
      return { reference, invoiceRef, outcome: outcome.kind };
    }
    case 'doubled':
      return { reference: finding.reference, count: finding.count };
    case 'other_refund':
      return { reference: finding.attempt.id, refundedCents: finding.refundedCents };
    case 'other_amount':
      return { reference: finding.attempt.id, amountCents: finding.amountCents };
    default:
      return { reference: finding.attempt.id };
  }
}

async function differenceIn(deps: Deps, reconciled: ReconciledCompany, finding: Finding) {
  try {
    return await repair(deps, reconciled, finding);
  } catch (error) {
    deps.log.error(
      { event: 'reconciliation.correction_failed', ...subjectOf(finding), err: error },
      'a difference could not be corrected',
    );
    return 'unanswered';
  }
}

function count(differences: readonly Difference[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const each of differences) counts[each] = (counts[each] ?? 0) + 1;
  return counts;
}

/** @throws when the processor's list is not available: nothing is compared and nothing is stored */
export async function reconcileCompany(
  deps: Deps,
  reconciled: ReconciledCompany,
): Promise<Reconciliation> {
  const { companyId, processor } = reconciled.company;
  const span = await spanFor(deps, reconciled.company);
  const sides = await readBothSides(deps, reconciled, span);
  const differences: Difference[] = [];
  const differing = new Set<string>();
  for (const finding of findDifferences(sides)) {
    const difference = await differenceIn(deps, reconciled, finding);
    if (!difference) continue;
    differences.push(difference);
    differing.add(subjectOf(finding).reference);
    deps.log.fatal(
      { event: 'reconciliation.difference', companyId, difference, ...subjectOf(finding) },
      MESSAGES[difference],
    );
  }
  for (const { id: reference } of sides.unanswered) {
    differences.push('unanswered');
    differing.add(reference);
    deps.log.error(
      { event: 'reconciliation.lookup_failed', companyId, reference },
      MESSAGES.unanswered,
    );
  }
  const row = {
    companyId,
    id: deps.entropy.uuid(),
    processor,
    coversFrom: span.from,
    coversTo: span.to,
    finishedAt: deps.clock.now(),
    differences: count(differences),
    isClean: differences.length === 0,
    differing: [...differing],
  };
  await deps.database.inCompany({ companyId }, (tx) => insertReconciliation(tx, row));
  return row;
}
