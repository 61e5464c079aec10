/**
 * Refunds overpayments: makes the refunds that settle() opened, under their own id. A refund that may have been
 * executed is looked up before it is sent again, and sent again only where the processor honors the id. One that
 * fails is retried ever later and ends in manual review; it never holds up the others.
 */
import type { Instant } from '@quittance/contract/dates';
import { addMs } from '../../clock.ts';
import type { Deps } from '../../deps.ts';
import type { Processor, RefundOutcome } from '../../processors/processor.ts';
import type { Tx } from '../../storage/database.ts';
import { type Attempt, findAttempt, lockAttempt } from '../../storage/payments/attempts.ts';
import {
  claimDueRefunds,
  lockRefund,
  type RefundRow,
  updateRefund,
} from '../../storage/payments/refunds.ts';
import { findProcessor } from '../core/processor-for-company.ts';
import { completeRefund } from '../settlement/book-refund.ts';
import { lookUpAndSettle } from './resolve.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const BATCH = 50;
/** A sweep ends; what is left waits a minute for the next one. */
const BATCHES_MAX = 20;
/** Longer than a lookup and a refund may take together. */
const CLAIM_MS = 2 * MINUTE_MS;
/** After each try; the last one applies to all later tries. */
const PAUSES_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS, DAY_MS];
/** About two weeks; then a person decides. */
const TRIES_MAX = 20;

type Due = { refund: RefundRow; attempt: Attempt };

function pauseAfter(tries: number): number {
  return PAUSES_MS[Math.min(tries, PAUSES_MS.length) - 1] ?? MINUTE_MS;
}

async function readAttempt(deps: Deps, { companyId, attemptId }: RefundRow) {
  return deps.database.inCompany({ companyId }, (tx) => findAttempt(tx, { companyId, attemptId }));
}

function mayBeSent({ refund: { sentAt } }: Due, { charges: { resend } }: Processor, now: Instant) {
  if (sentAt === null) return true;
  const ageMs = Date.parse(now) - Date.parse(sentAt);
  return resend.kind === 'same_key' && ageMs < resend.withinMs;
}

/** Remembers before the call that the processor may execute it. */
async function send(deps: Deps, processor: Processor, due: Due): Promise<RefundOutcome> {
  const { refund, attempt } = due;
  const { id: reference, companyId, amountCents } = refund;
  const { processorReference } = attempt;
  if (!processorReference) return { kind: 'unknown', reason: 'the charge has no reference' };
  const sentAt = refund.sentAt ?? deps.clock.now();
  await deps.database.inCompany({ companyId }, (tx) => updateRefund(tx, refund, { sentAt }));
  return processor.charges.refund({ reference, processorReference, amountCents });
}

/** The lookup books a refund that was executed; null when it did. */
async function lookUpOrSend(deps: Deps, due: Due): Promise<RefundOutcome | null> {
  const { companyId, attemptId, id } = due.refund;
  const processor = await findProcessor(deps, companyId, due.attempt.processor);
  if (!processor) return { kind: 'unknown', reason: `no adapter for ${due.attempt.processor}` };
  if (due.refund.sentAt !== null) {
    const { isAnswered } = await lookUpAndSettle(deps, { companyId, attemptId }, 'resolver');
    if (!isAnswered) return { kind: 'unknown', reason: 'the charge could not be looked up' };
    const now = await deps.database.inCompany({ companyId }, (tx) =>
      lockRefund(tx, { companyId, id }),
    );
    if (now?.state !== 'OPEN') return null;
  }
  if (!mayBeSent(due, processor, deps.clock.now())) {
    return { kind: 'unknown', reason: 'a second refund might be made' };
  }
  return send(deps, processor, due);
}

async function write(
  tx: Tx,
  deps: Deps,
  { refund, outcome }: { refund: RefundRow; outcome: RefundOutcome },
): Promise<void> {
  const { companyId, attemptId } = refund;
  const attempt = await lockAttempt(tx, { companyId, attemptId });
  const current = await lockRefund(tx, refund);
  if (!attempt || current?.state !== 'OPEN') return;
  const nextTryAt = addMs(deps.clock.now(), pauseAfter(refund.tries));
  switch (outcome.kind) {
    case 'refunded': {
      const { refundReference } = outcome;
      await completeRefund(tx, deps, { attempt, refund: current, refundReference });
      return;
    }
    case 'refused':
      return updateRefund(tx, refund, { state: 'REFUSED' });
    case 'deferred':
      // Nothing was executed by this try: an earlier one decides whether it may be sent again.
      return updateRefund(tx, refund, { nextTryAt, sentAt: refund.sentAt });
    case 'unknown':
      return updateRefund(tx, refund, { nextTryAt });
  }
}

function report({ log }: Deps, { companyId, id: refundId }: RefundRow, outcome: RefundOutcome) {
  const about = { companyId, refundId, outcome };
  switch (outcome.kind) {
    case 'refunded':
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

async function makeRefund(deps: Deps, refund: RefundRow): Promise<void> {
  const { companyId } = refund;
  const attempt = await readAttempt(deps, refund);
  if (attempt?.state !== 'SUCCEEDED') return;
  const outcome = await lookUpOrSend(deps, { refund, attempt });
  if (!outcome) return;
  report(deps, refund, outcome);
  await deps.database.inCompany({ companyId }, (tx) => write(tx, deps, { refund, outcome }));
}

async function giveUp(deps: Deps, refund: RefundRow): Promise<void> {
  const { companyId, id: refundId } = refund;
  deps.log.error(
    { event: 'refund.manual_review', companyId, refundId },
    'a refund needs a manual review',
  );
  await deps.database.inCompany({ companyId }, async (tx) => {
    const current = await lockRefund(tx, refund);
    if (current?.state === 'OPEN') await updateRefund(tx, refund, { state: 'REVIEW' });
  });
}

async function tryOne(deps: Deps, refund: RefundRow): Promise<void> {
  try {
    await (refund.tries > TRIES_MAX ? giveUp(deps, refund) : makeRefund(deps, refund));
  } catch (error) {
    const { companyId, id: refundId } = refund;
    deps.log.error(
      { event: 'refund.failed', companyId, refundId, err: error },
      'a refund could not be made',
    );
  }
}

/** Every refund that is due, in turns of the companies. Returns how many were tried. */
export async function makeRefunds(deps: Deps): Promise<number> {
  let count = 0;
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const now = deps.clock.now();
    const until = addMs(now, CLAIM_MS);
    const claimed = await deps.database.asSystem((tx) =>
      claimDueRefunds(tx, { now, until, limit: BATCH }),
    );
    for (const refund of claimed) await tryOne(deps, refund);
    count += claimed.length;
    if (claimed.length < BATCH) break;
  }
  return count;
}
