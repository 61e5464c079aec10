/**
 * Refunds overpayments: executes the refund rows that settle() opened, under their own id, and posts
 * them. A refund whose response was lost is sent again only where the processor honors the id;
 * elsewhere it needs manual review.
 */
import { invariant } from '@quittance/domain/invariant';
import { postingsForRefund } from '@quittance/domain/postings';
import type { Deps } from '../../deps.ts';
import type { RefundOutcome } from '../../processors/processor.ts';
import type { Tx } from '../../storage/database.ts';
import { appendAudit } from '../../storage/ops/audit.ts';
import { type Attempt, findAttempt, lockAttempt } from '../../storage/payments/attempts.ts';
import { appendPostings } from '../../storage/payments/postings.ts';
import {
  claimRefund,
  listOpenRefunds,
  lockRefundOf,
  type RefundRow,
  updateRefund,
} from '../../storage/payments/refunds.ts';
import { findProcessor } from '../core/processor-for-company.ts';
import { refundableCents } from '../settlement/ledger.ts';

const SWEEP_LIMIT = 50;
/** After this many attempts it needs manual review; every sweep logs it. */
const ATTEMPTS_MAX = 20;

type ClaimedRefund = { refund: RefundRow; attempt: Attempt };

/** Null when another sweep has claimed it, or there is nothing left to refund. */
async function claim(tx: Tx, refund: RefundRow): Promise<ClaimedRefund | null> {
  const { companyId, attemptId } = refund;
  const attempt = await findAttempt(tx, { companyId, attemptId });
  invariant(attempt, 'a refund has its attempt');
  if (attempt.state !== 'SUCCEEDED' || !attempt.processorReference) return null;
  return (await claimRefund(tx, refund)) ? { refund, attempt } : null;
}

async function callProcessor(
  deps: Deps,
  { refund, attempt }: ClaimedRefund,
): Promise<RefundOutcome> {
  const { companyId, processorReference } = attempt;
  invariant(processorReference, 'a succeeded charge has its reference');
  const processor = await findProcessor(deps, companyId, attempt.processor);
  if (!processor) return { kind: 'unknown', reason: `no adapter for ${attempt.processor}` };
  if (refund.tries > 0 && processor.charges.resend.kind === 'never') {
    return { kind: 'unknown', reason: 'a second refund might be made' };
  }
  const { id: reference, amountCents } = refund;
  return processor.charges.refund({ reference, processorReference, amountCents });
}

async function write(
  tx: Tx,
  deps: Deps,
  { refund, attempt, outcome }: ClaimedRefund & { outcome: RefundOutcome },
): Promise<void> {
  const { companyId, id: attemptId, customerId, processor } = attempt;
  const key = { companyId, attemptId };
  await lockAttempt(tx, key);
  const current = await lockRefundOf(tx, key);
  if (current?.state !== 'OPEN') return;
  // The refund stays open and is sent again.
  if (outcome.kind === 'unknown' || outcome.kind === 'deferred') return;
  const at = deps.clock.now();
  if (outcome.kind === 'refused') {
    await updateRefund(tx, refund, { state: 'REFUSED' });
  } else {
    const processorReference = outcome.refundReference;
    await updateRefund(tx, refund, { state: 'DONE', processorReference, doneAt: at });
    const money = { customerId, processor, ...refundableCents(attempt) };
    await appendPostings(tx, { ...key, at }, postingsForRefund(money));
  }
  await appendAudit(tx, {
    companyId,
    actor: 'refunds',
    action: `refund.${outcome.kind}`,
    subject: `attempt:${attemptId}`,
    detail: { amountCents: refund.amountCents },
    at,
  });
}

async function makeRefund(deps: Deps, open: RefundRow): Promise<void> {
  const { companyId, id: refundId } = open;
  const claimed = await deps.database.inCompany({ companyId }, (tx) => claim(tx, open));
  if (!claimed) return;
  const outcome = await callProcessor(deps, claimed);
  if (outcome.kind !== 'refunded') {
    deps.log.error(
      { event: 'refund.refused', companyId, refundId, outcome },
      'the processor refused a refund',
    );
  }
  await deps.database.inCompany({ companyId }, (tx) => write(tx, deps, { ...claimed, outcome }));
}

/** Every open refund, oldest first. */
export async function makeRefunds(deps: Deps): Promise<number> {
  const open = await deps.database.asSystem((tx) => listOpenRefunds(tx, SWEEP_LIMIT));
  for (const refund of open) {
    if (refund.tries >= ATTEMPTS_MAX) {
      deps.log.error(
        { event: 'refund.manual_review', refundId: refund.id },
        'a refund needs a manual review',
      );
      continue;
    }
    try {
      await makeRefund(deps, refund);
    } catch (error) {
      deps.log.error(
        { event: 'refund.failed', refundId: refund.id, err: error },
        'a refund could not be made',
      );
    }
  }
  return open.length;
}
