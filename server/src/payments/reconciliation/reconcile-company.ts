/**
 * Reconciles one company with its processor, in both directions. A difference is logged as `fatal` for manual
 * review and counted. Anything that a lookup can resolve is settled. If a processor has no list of charges, each
 * attempt is looked up, and a charge without an attempt cannot be found.
 */
import { DAY_MS, MINUTE_MS } from '@quittance/contract/durations';
import type { CompanyId } from '@quittance/contract/ids';
import { isOpen } from '@quittance/domain/status/payment-status';
import type { CompanyRow } from '../../companies/store.ts';
import { addMs } from '../../kernel/clock.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Attempt } from '../../ledger/attempts.ts';
import { findIntent } from '../../ledger/intents.ts';
import {
  completedUntil,
  insertReconciliation,
  oldestAttempt,
  type Reconciliation,
  reconciledUntil,
} from '../../ledger/reconciliation-rows.ts';
import { listUnexpectedRefunds, type RefundRow } from '../../ledger/refunds.ts';
import type { Processor, TimeSpan } from '../../processors/processor.ts';
import { refundedIn } from '../core/attempt-state-of.ts';
import { findOutIntent, type IntentEnd } from '../intents/check-intent.ts';
import {
  type Difference,
  findDifferences,
  type OwnReference,
  type RecordDifference,
} from './find-differences.ts';
import { findWindows, readBothSides } from './reconciliation-windows.ts';
import { recordOrphan } from './record-orphan.ts';
import { lookUpAndSettle, resolveAttempt } from './resolve.ts';

/** Every attempt is compared until it reaches this age. */
const SPAN_MS = 3 * DAY_MS;
/** Interval between reconciliations. After a longer pause, the span grows by the same amount, without a limit. */
const INTERVAL_MS = DAY_MS;
/** The span also reaches back to the oldest undecided attempt, up to this limit. */
const UNDECIDED_MS_MAX = 60 * DAY_MS;
/**
 * Period during which unanswered lookups are repeated. Limited, so that a charge that never gets a response does
 * not widen every span.
 */
const RETRIED_MS = 7 * DAY_MS;
/** Allows for clock differences and for charges that are not listed yet. */
const SLACK_MS = 10 * MINUTE_MS;

export type ReconciledCompany = { company: CompanyRow; processor: Processor };

/**
 * Covers every attempt that can still change, and those that no reconciliation has compared. If a processor has
 * neither webhooks nor a list, nothing else finds their late successes (M5). While charges are held after a
 * restore, everything charged since the backup is listed each time (R84).
 */
async function spanFor(
  deps: Deps,
  { company, processor: { charges } }: ReconciledCompany,
): Promise<TimeSpan> {
  const to = deps.clock.now();
  const { companyId, processor, chargesHeldSince, createdAt } = company;
  const account = { companyId, processor };
  const heldSince = charges.list ? chargesHeldSince : null;
  const { undecided, uncompared } = await deps.database.inCompany(account, async (tx) => {
    const made = { retriedFrom: addMs(to, -RETRIED_MS), before: heldSince };
    const completed = await completedUntil(tx, account, made);
    const oldest = heldSince ? createdAt : await oldestAttempt(tx, account, 'any');
    return {
      undecided: await oldestAttempt(tx, account, 'undecided'),
      uncompared: completed ? addMs(completed, INTERVAL_MS - SPAN_MS) : oldest,
    };
  });
  const limit = addMs(to, -UNDECIDED_MS_MAX);
  const starts = [
    addMs(to, -SPAN_MS),
    ...(undecided ? [undecided < limit ? limit : addMs(undecided, -SLACK_MS)] : []),
    ...(uncompared ? [addMs(uncompared, -SLACK_MS)] : []),
  ].sort();
  const [from = to] = starts;
  return { from, to };
}

const MESSAGES: Readonly<Record<Difference, string>> = {
  orphan: 'a charge without an attempt was found at the processor and recorded',
  unplaced: 'a charge at the processor has our reference, but no invoice of ours',
  doubled: 'the processor has more than one charge under one reference',
  other_amount: 'the processor charged another amount than was recorded',
  other_refund: 'the processor refunded another amount than is booked',
  unexpected_refund: 'a refund at the processor may be a second copy of one of ours',
  late_success: 'a payment recorded as failed was charged',
  regained: 'a payment recorded as returned has succeeded again',
  missing: 'a payment recorded as paid is not in the records of the processor',
  unanswered: 'a payment could not be compared with the processor',
};

/** The list can lag or be truncated, so a charge counts as missing only if a lookup does not find it either. */
async function isMissing(
  { processor }: ReconciledCompany,
  attempt: Attempt,
): Promise<Difference | null> {
  const { id: reference, processorReference } = attempt;
  const found = await processor.charges.lookup({ reference, processorReference });
  if (found.kind === 'unknown') return 'unanswered';
  return found.kind === 'not_found' || found.kind === 'declined' ? 'missing' : null;
}

/** A lookup books new refunds. The list can lag behind a refund that was just made. */
async function refundDifference(
  deps: Deps,
  { company, processor }: ReconciledCompany,
  { attempt, refundedCents }: Extract<RecordDifference, { kind: 'other_refund' }>,
): Promise<Difference | null> {
  const { id: attemptId, processorReference } = attempt;
  const key = { companyId: company.companyId, attemptId };
  const settled = await resolveAttempt(deps, key, 'reconciler');
  if (settled.refundedCents === refundedCents) return null;
  const found = await processor.charges.lookup({ reference: attemptId, processorReference });
  if (found.kind === 'unknown') return 'unanswered';
  const isSame = 'refunds' in found && refundedIn(found) === settled.refundedCents;
  return isSame ? null : 'other_refund';
}

/** Books an intent that moved without a report to us. Returns null if the charge does not belong to an intent. */
async function bookFoundIntent(
  deps: Deps,
  { companyId, charge }: { companyId: CompanyId; charge: OwnReference },
): Promise<IntentEnd | null> {
  const { reference: intentId, outcome } = charge;
  const intent = await deps.database.inCompany({ companyId }, (tx) =>
    findIntent(tx, { companyId, intentId }),
  );
  if (!intent) return null;
  const reference = 'processorReference' in outcome ? outcome.processorReference : null;
  return findOutIntent(deps, intent, { source: 'reconciler', reference });
}

async function repair(
  deps: Deps,
  reconciled: ReconciledCompany,
  finding: RecordDifference,
): Promise<Difference | null> {
  const { companyId } = reconciled.company;
  switch (finding.kind) {
    case 'orphan': {
      const { company } = reconciled;
      const { charge } = finding;
      const end = await bookFoundIntent(deps, { companyId, charge });
      if (end !== null) return end === 'unknown' ? 'unanswered' : null;
      return recordOrphan(deps, { company, charge });
    }
    case 'update':
    case 'late_success': {
      const { id: attemptId, state } = finding.attempt;
      const found = await lookUpAndSettle(deps, { companyId, attemptId }, 'reconciler');
      // The resolver checks open attempts too.
      if (!found.isAnswered && !isOpen(state)) return 'unanswered';
      return finding.kind === 'update' ? null : finding.kind;
    }
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

function toSubject(finding: RecordDifference) {
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

async function differenceIn(deps: Deps, reconciled: ReconciledCompany, finding: RecordDifference) {
  try {
    return await repair(deps, reconciled, finding);
  } catch (error) {
    deps.log.error(
      { event: 'reconciliation.correction_failed', ...toSubject(finding), err: error },
      'a difference could not be corrected',
    );
    return 'unanswered';
  }
}

type Counts = Record<string, number>;

function countOne(counts: Counts, difference: Difference): void {
  counts[difference] = (counts[difference] ?? 0) + 1;
}

/** Windows overlap at their edges. An item found in two of them is reported once. */
function reporter({ log }: Deps, { company: { companyId } }: ReconciledCompany) {
  const reported = new Set<string>();
  const counts: Counts = {};
  const differing = new Set<string>();
  const toName = (finding: RecordDifference) => `${finding.kind} ${toSubject(finding).reference}`;
  return {
    counts,
    differing,
    isReported: (finding: RecordDifference) => reported.has(toName(finding)),
    difference(difference: Difference, finding: RecordDifference): void {
      reported.add(toName(finding));
      countOne(counts, difference);
      differing.add(toSubject(finding).reference);
      log.fatal(
        { event: 'reconciliation.difference', companyId, difference, ...toSubject(finding) },
        MESSAGES[difference],
      );
    },
    /** Reported until a person has reviewed it, regardless of how it was found. */
    unexpectedRefund({ attemptId: reference, amountCents }: RefundRow): void {
      countOne(counts, 'unexpected_refund');
      differing.add(reference);
      const difference = 'unexpected_refund';
      log.fatal(
        { event: 'reconciliation.difference', companyId, difference, reference, amountCents },
        MESSAGES.unexpected_refund,
      );
    },
    unanswered({ id: reference }: Attempt): void {
      countOne(counts, 'unanswered');
      differing.add(reference);
      log.error(
        { event: 'reconciliation.lookup_failed', companyId, reference },
        MESSAGES.unanswered,
      );
    },
  };
}

/**
 * Compares window by window, so that memory does not grow with the number of charges.
 * @throws if the processor's list is not available; nothing is stored
 */
async function compare(
  deps: Deps,
  reconciled: ReconciledCompany,
  span: TimeSpan,
): Promise<{ counts: Counts; differing: ReadonlySet<string> }> {
  const { companyId, processor } = reconciled.company;
  const account = { companyId, processor };
  const { cleanUntil } = await deps.database.inCompany(account, (tx) =>
    reconciledUntil(tx, account),
  );
  const expectedUntil = addMs(span.to, -SLACK_MS);
  const report = reporter(deps, reconciled);
  const whole = { from: span.from, to: addMs(span.to, SLACK_MS) };
  for (const window of await findWindows(deps, reconciled, whole)) {
    const sides = await readBothSides(deps, reconciled, { window, cleanUntil, expectedUntil });
    for (const finding of findDifferences(sides)) {
      if (report.isReported(finding)) continue;
      const difference = await differenceIn(deps, reconciled, finding);
      if (difference) report.difference(difference, finding);
    }
    for (const attempt of sides.unanswered) report.unanswered(attempt);
  }
  const unexpected = await deps.database.inCompany(account, (tx) =>
    listUnexpectedRefunds(tx, account),
  );
  for (const refund of unexpected) report.unexpectedRefund(refund);
  return report;
}

/** @throws if the processor's list is not available */
export async function reconcileCompany(
  deps: Deps,
  reconciled: ReconciledCompany,
): Promise<Reconciliation> {
  const { companyId, processor } = reconciled.company;
  const span = await spanFor(deps, reconciled);
  const { counts, differing } = await compare(deps, reconciled, span);
  const row = {
    companyId,
    id: deps.entropy.uuid(),
    processor,
    coversFrom: span.from,
    coversTo: span.to,
    finishedAt: deps.clock.now(),
    differences: counts,
    isClean: Object.keys(counts).length === 0,
    differing: [...differing],
  };
  await deps.database.inCompany({ companyId }, (tx) => insertReconciliation(tx, row));
  return row;
}
