/**
 * Gives back what was taken beyond what was owed: the refund rows that settle() opened are made at
 * the processor, under their own id, and posted. A refund whose answer was lost is asked for again
 * only where the processor recognises the id; elsewhere somebody has to look.
 */
import { invariant } from '@quittance/domain/invariant';
import { postingsForRefund } from '@quittance/domain/postings';
import type { Deps } from '../../deps.ts';
import type { RefundOutcome } from '../../processors/processor.ts';
import { findCompany } from '../../storage/billing/companies.ts';
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
import { processorForCompany } from '../core/processor-for-company.ts';
import { refundableCents } from '../settlement/ledger.ts';

const SWEEP_LIMIT = 50;
/** After this many tries somebody has to look: the row stays, and every sweep says so. */
const TRIES_MAX = 20;

type Taken = { refund: RefundRow; attempt: Attempt };

/** Null when another sweep has it, or there is nothing to give back any more. */
async function take(tx: Tx, refund: RefundRow): Promise<Taken | null> {
  const { companyId, attemptId } = refund;
  const attempt = await findAttempt(tx, { companyId, attemptId });
  invariant(attempt, 'a refund has its attempt');
  if (attempt.state !== 'SUCCEEDED' || !attempt.processorReference) return null;
  return (await claimRefund(tx, refund)) ? { refund, attempt } : null;
}

async function askProcessor(deps: Deps, { refund, attempt }: Taken): Promise<RefundOutcome> {
  const { companyId, processorReference } = attempt;
  const company = await deps.database.inCompany({ companyId }, (tx) => findCompany(tx, companyId));
  invariant(company && processorReference, 'a charge has its company and its reference');
  const processor =
    company.processor === attempt.processor ? await processorForCompany(deps, company) : null;
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
  { refund, attempt, outcome }: Taken & { outcome: RefundOutcome },
): Promise<void> {
  const { companyId, id: attemptId, customerId, processor } = attempt;
  const key = { companyId, attemptId };
  await lockAttempt(tx, key);
  const current = await lockRefundOf(tx, key);
  if (current?.state !== 'OPEN' || outcome.kind === 'unknown') return;
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
  const taken = await deps.database.inCompany({ companyId }, (tx) => take(tx, open));
  if (!taken) return;
  const outcome = await askProcessor(deps, taken);
  if (outcome.kind !== 'refunded') {
    deps.log.error({ companyId, refundId, outcome }, 'money could not be given back');
  }
  await deps.database.inCompany({ companyId }, (tx) => write(tx, deps, { ...taken, outcome }));
}

/** The sweep: everything still owed back, oldest first. */
export async function makeRefunds(deps: Deps): Promise<number> {
  const open = await deps.database.asSystem((tx) => listOpenRefunds(tx, SWEEP_LIMIT));
  for (const refund of open) {
    if (refund.tries >= TRIES_MAX) {
      deps.log.error({ refundId: refund.id }, 'a refund needs somebody to look at it');
      continue;
    }
    try {
      await makeRefund(deps, refund);
    } catch (error) {
      deps.log.error({ refundId: refund.id, err: error }, 'a refund could not be made');
    }
  }
  return open.length;
}
