/**
 * Makes the ordered refunds, each under its own id and one by one under a lease (ADR 0107). A refund that may have
 * been executed is looked up before it is sent again, and is sent again only if the processor honors the id. A
 * failing refund is retried at growing intervals and ends in manual review. It never delays the others.
 */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import { findProcessor } from '../../companies/processor-for-company.ts';
import { forEachAtMost } from '../../kernel/concurrency.ts';
import type { Deps } from '../../kernel/deps.ts';
import { findAttempt, lockAttempt } from '../../ledger/attempts.ts';
import {
  isRefundable,
  listCompaniesToRefund,
  lockRefund,
  type RefundRow,
  refundQueue,
  updateRefund,
} from '../../ledger/refunds.ts';
import {
  claimOne,
  isDue,
  isLastTry,
  isLive,
  type Lease,
  release,
  renew,
  retryAt,
} from '../../platform/queue/queue.ts';
import { orUnknown } from '../../processors/outcomes.ts';
import type { Processor, RefundOrder, RefundOutcome } from '../../processors/processor.ts';
import { lockPayable } from '../core/lock-payable.ts';
import { awaitRefund, completeRefund } from '../settlement/book-refund.ts';
import { failRefund } from '../settlement/fail-refund.ts';
import { lookUpAndSettle } from './resolve.ts';

const OF_COMPANY_MAX = 100;
/** After this many consecutive failures, the processor is assumed to be unavailable and the next sweep retries. */
const FAILURES_MAX = 5;

type RefundLease = Lease<typeof refundQueue.table>;

function mayBeSent({ sentAt }: RefundRow, { charges: { resend } }: Processor, now: Instant) {
  if (sentAt === null) return true;
  const ageMs = Date.parse(now) - Date.parse(sentAt);
  return resend.kind === 'same_key' && ageMs < resend.withinMs;
}

/**
 * `lease` is renewed in the transaction that marks the refund as sent. `sentBefore` is the time of an earlier send.
 */
type Permit = {
  lease: RefundLease;
  order: RefundOrder;
  sentBefore: Instant | null;
};

type Step = Permit | 'look_up' | RefundOutcome;

/**
 * Decides under the payment's lock, from the refund row read with the lease renewal, and commits the sent mark.
 * Returns null if the lease has expired or the refund is already made.
 */
async function nextStep(
  { database, clock }: Deps,
  lease: RefundLease,
  { processor, isLookedUp }: { processor: Processor; isLookedUp: boolean },
): Promise<Step | null> {
  const { companyId, attemptId } = lease.row;
  return database.inCompany({ companyId }, async (tx): Promise<Step | null> => {
    const attempt = await lockAttempt(tx, { companyId, attemptId });
    const renewed = await renew(tx, { clock, lease, where: isRefundable });
    if (!attempt || !renewed) return null;
    const { sentAt: sentBefore } = renewed.row;
    const { state, processorReference, method } = attempt;
    const now = clock.now();
    if (state !== 'SUCCEEDED' || !processorReference) {
      return { kind: 'unknown', reason: 'there is no charge to refund' };
    }
    if (sentBefore !== null && !isLookedUp) return 'look_up';
    if (!mayBeSent(renewed.row, processor, now)) {
      return { kind: 'unknown', reason: 'a second refund might be made' };
    }
    const { id: reference, amountCents } = renewed.row;
    await updateRefund(tx, renewed.row, { state: 'SENT', sentAt: sentBefore ?? now });
    const kind = method === 'ACH' ? 'ach' : 'card';
    const order = { reference, processorReference, amountCents, kind } as const;
    return { lease: renewed, order, sentBefore };
  });
}

/** The lookup books a refund that was executed. */
async function lookUpOrDecide(
  deps: Deps,
  lease: RefundLease,
  processor: Processor,
): Promise<Step | null> {
  const step = await nextStep(deps, lease, { processor, isLookedUp: false });
  if (step !== 'look_up') return step;
  const { companyId, attemptId } = lease.row;
  const { isAnswered } = await lookUpAndSettle(deps, { companyId, attemptId }, 'resolver');
  if (!isAnswered) return { kind: 'unknown', reason: 'the charge could not be looked up' };
  return nextStep(deps, lease, { processor, isLookedUp: true });
}

type RefundTry = { lease: RefundLease; outcome: RefundOutcome; sentBefore: Instant | null };

/** A deferred attempt executed nothing, so an earlier send decides whether the refund may be sent again. */
function unsent(sentBefore: Instant | null) {
  return { sentAt: sentBefore, state: sentBefore === null ? 'REQUESTED' : 'SENT' } as const;
}

const isToMake = ({ state }: RefundRow) => state === 'REQUESTED' || state === 'SENT';

async function write(deps: Deps, { lease, outcome, sentBefore }: RefundTry): Promise<void> {
  const { companyId, attemptId } = lease.row;
  await deps.database.inCompany({ companyId }, async (tx) => {
    const charge = await findAttempt(tx, { companyId, attemptId });
    // A refund that is made or fails may change the invoice (R88, R90), so the invoice is locked first, then its payment.
    if (charge && (outcome.kind === 'refunded' || outcome.kind === 'refused')) {
      await lockPayable(tx, charge);
    }
    const attempt = await lockAttempt(tx, { companyId, attemptId });
    const refund = await lockRefund(tx, lease.row);
    if (!attempt || !refund) return;
    switch (outcome.kind) {
      case 'refunded': {
        const { refundReference } = outcome;
        // A report of the final state may have arrived before the response.
        const isFailed = refund.state === 'FAILED' && refund.processorReference === refundReference;
        if (refund.state === 'SUCCEEDED' || isFailed) return;
        await completeRefund(tx, deps, { attempt, refund, refundReference });
        return;
      }
      case 'pending':
        if (isToMake(refund)) await awaitRefund(tx, { ...outcome, refund });
        return;
      case 'refused': {
        const { refundReference, message: reason } = outcome;
        if (isToMake(refund)) {
          await failRefund(tx, deps, { attempt, refund, refundReference, reason });
        }
        return;
      }
      default: {
        const held = isLastTry(lease) ? { heldAt: deps.clock.now() } : {};
        const change = { ...held, ...(outcome.kind === 'deferred' ? unsent(sentBefore) : {}) };
        await release(tx, lease, { at: retryAt(deps, lease), change });
      }
    }
  });
}

function report({ log }: Deps, lease: RefundLease, outcome: RefundOutcome) {
  const { companyId, id: refundId } = lease.row;
  const about = { companyId, refundId, outcome };
  const isAnswered = ['refunded', 'pending', 'refused'].includes(outcome.kind);
  const isGivenUp = !isAnswered && isLastTry(lease);
  if (isGivenUp) {
    log.error(
      { event: 'refund.manual_review', companyId, refundId },
      'a refund needs a manual review',
    );
  }
  switch (outcome.kind) {
    case 'refunded':
    case 'pending':
      return;
    case 'refused':
      return log.error({ event: 'refund.refused', ...about }, 'the processor refused a refund');
    case 'deferred':
      return log.error(
        { event: 'refund.deferred', ...about },
        'the processor did not look at a refund',
      );
    case 'unknown':
      return log.error(
        { event: 'refund.unanswered', ...about },
        'the outcome of a refund is unknown',
      );
  }
}

async function makeRefund(deps: Deps, lease: RefundLease): Promise<RefundTry | null> {
  const { companyId, attemptId, sentAt } = lease.row;
  const attempt = await deps.database.inCompany({ companyId }, (tx) =>
    findAttempt(tx, { companyId, attemptId }),
  );
  if (!attempt) return null;
  const processor = await findProcessor(deps, companyId, attempt.processor);
  if (!processor) {
    const outcome = { kind: 'unknown', reason: `no adapter for ${attempt.processor}` } as const;
    return { lease, outcome, sentBefore: sentAt };
  }
  const step = await lookUpOrDecide(deps, lease, processor);
  if (step === null || step === 'look_up') return null;
  if ('kind' in step) return { lease, outcome: step, sentBefore: sentAt };
  const { order, ...permit } = step;
  if (!isLive(deps, permit.lease)) return null;
  return { ...permit, outcome: await orUnknown(deps, () => processor.charges.refund(order)) };
}

async function tryOne(deps: Deps, lease: RefundLease): Promise<boolean> {
  const { companyId, id: refundId } = lease.row;
  try {
    const tried = await makeRefund(deps, lease);
    if (!tried) return true;
    report(deps, lease, tried.outcome);
    await write(deps, tried);
    return tried.outcome.kind === 'refunded' || tried.outcome.kind === 'pending';
  } catch (error) {
    deps.log.error(
      { event: 'refund.error', companyId, refundId, err: error },
      'a refund could not be made',
    );
    return false;
  }
}

async function refundFor(deps: Deps, companyId: CompanyId): Promise<number> {
  const wanted = { queue: refundQueue, companyId, where: isRefundable };
  let [count, failures] = [0, 0];
  while (count < OF_COMPANY_MAX && failures < FAILURES_MAX) {
    const lease = await deps.database.writeAlone((tx) => claimOne(tx, deps, wanted));
    if (!lease) break;
    failures = (await tryOne(deps, lease)) ? 0 : failures + 1;
    count += 1;
  }
  return count;
}

export async function makeRefunds(deps: Deps): Promise<number> {
  const { database, clock, concurrency } = deps;
  const companies = await database.readAlone((tx) =>
    listCompaniesToRefund(tx, isDue(refundQueue, clock.now())),
  );
  let count = 0;
  await forEachAtMost(concurrency.companies, companies, async (companyId) => {
    const made = await refundFor(deps, companyId);
    count += made;
  });
  return count;
}
