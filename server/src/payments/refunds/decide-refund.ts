/**
 * Records a company's decision on a refund that did not reach the payer (R80): it is sent again as a new refund, or
 * the company has paid it another way. A refund without a response is decided the same way. If it later appears at
 * the processor, it is booked.
 */
import type { Refund, RefundDecision } from '@quittance/contract/payments/refund-schemas';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { type Attempt, findAttempt, lockAttempt } from '../../ledger/attempts.ts';
import { lockNotes } from '../../ledger/credit-notes.ts';
import {
  findRefund,
  loadRefunds,
  lockRefund,
  type RefundRow,
  updateRefund,
} from '../../ledger/refunds.ts';
import { type Actor, recordAction } from '../../platform/audit/recorded-action.ts';
import type { Tx } from '../../platform/database/database.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { lockPayable } from '../core/lock-payable.ts';
import { bookUnsentRefund } from '../settlement/book-refund.ts';
import { payOutCredit } from '../settlement/pay-out-credit.ts';
import { releaseCredit } from '../settlement/reserved-credit.ts';
import { computeRefundable, orderRefund, show } from './order-refund.ts';

type RefundDecisionCommand = { actor: Actor; refundId: string; input: RefundDecision };

async function lockBoth(tx: Tx, { actor: { companyId }, refundId: id }: RefundDecisionCommand) {
  const found = await findRefund(tx, { companyId, id });
  const key = found && { companyId, attemptId: found.attemptId };
  const charge = key && (await findAttempt(tx, key));
  // The refund may make the invoice payable again (R88), so the invoice is locked first, then its payment.
  if (charge) await lockPayable(tx, charge);
  const attempt = key && (await lockAttempt(tx, key));
  // Credit that is paid another way is taken from its notes, which are locked before the customer.
  if (found?.isFromCredit) await lockNotes(tx, found);
  const refund = found && (await lockRefund(tx, found));
  if (!attempt || !refund) throw new AppError('NOT_FOUND');
  return { attempt, refund };
}

function isStuck({ state, heldAt }: RefundRow): boolean {
  return heldAt !== null && (state === 'REQUESTED' || state === 'SENT');
}

const RESOLUTIONS = {
  SEND_AGAIN: 'SENT_AGAIN',
  PAID_ANOTHER_WAY: 'PAID_ANOTHER_WAY',
} as const satisfies Record<RefundDecision['decision'], RefundRow['resolution']>;

async function resolve(
  tx: Tx,
  { clock }: Deps,
  { refund, decision }: { refund: RefundRow } & Pick<RefundDecision, 'decision'>,
): Promise<void> {
  const { companyId, id: objectId, state, resolvedAt } = refund;
  if (!isStuck(refund) && (state !== 'FAILED' || resolvedAt !== null)) {
    throw new AppError('REFUND_NOT_FAILED');
  }
  const at = clock.now();
  await releaseCredit(tx, refund, at);
  const resolved = { resolution: RESOLUTIONS[decision], resolvedAt: at };
  if (state === 'FAILED') return updateRefund(tx, refund, resolved);
  await updateRefund(tx, refund, { state: 'FAILED', failedAt: at, ...resolved });
  recordEvent(tx, { companyId, type: 'refund.failed', objectId, at });
}

function sendAgain(
  tx: Tx,
  deps: Deps,
  { actor, failed, reason }: { actor: Actor; failed: RefundRow; reason: string },
): Promise<Refund> {
  const { attemptId, amountCents: amount, invoiceId, isOwedAgain, isFromCredit } = failed;
  const chosen = { isOwedAgain, isFromCredit, reason };
  const input = { amount, ...(invoiceId ? { invoiceId } : {}), ...chosen };
  return orderRefund(tx, deps, { actor, attemptId, input });
}

async function showBooked(tx: Tx, booked: RefundRow | undefined): Promise<Refund> {
  const made = booked && (await findRefund(tx, booked));
  if (!made) throw new Error('A booked refund was not found');
  return show(made);
}

/** The failed refund gave the credit back. Several notes may have given it; the first payout is returned. */
async function payCreditAnotherWay(tx: Tx, deps: Deps, failed: RefundRow): Promise<Refund> {
  const [booked] = await payOutCredit(tx, deps, failed);
  return showBooked(tx, booked);
}

async function payAnotherWay(
  tx: Tx,
  deps: Deps,
  { attempt, failed }: { attempt: Attempt; failed: RefundRow },
): Promise<Refund> {
  const { companyId, id: attemptId, disputeState } = attempt;
  const { amountCents, invoiceId, isOwedAgain } = failed;
  if (failed.isFromCredit) return payCreditAnotherWay(tx, deps, failed);
  if (disputeState === 'OPEN') throw new AppError('PAYMENT_NOT_REFUNDABLE');
  const refunds = await loadRefunds(tx, { companyId, attemptId });
  if (amountCents > computeRefundable(attempt, refunds)) throw new AppError('REFUND_TOO_LARGE');
  const again = { amountCents, invoiceId, isOwedAgain };
  const paid = { attempt, origin: 'MANUAL', refundReference: null, ...again } as const;
  return showBooked(tx, (await bookUnsentRefund(tx, deps, paid)).refund);
}

export async function decideRefund(
  tx: Tx,
  deps: Deps,
  decided: RefundDecisionCommand,
): Promise<Refund> {
  const { actor, input } = decided;
  const { decision, reason } = input;
  const { attempt, refund } = await lockBoth(tx, decided);
  await resolve(tx, deps, { refund, decision });
  const { id: attemptId } = attempt;
  // An amount that became a credit no longer belongs to an invoice.
  const onNone = refund.creditedCents > 0 ? { invoiceId: null, isOwedAgain: false } : {};
  // A refund that failed before it was made has given its credit back.
  const hasCredit = refund.creditedCents === 0 && refund.principalCents === 0;
  const failed = { ...refund, ...onNone, isFromCredit: refund.isFromCredit && hasCredit };
  const next =
    decision === 'SEND_AGAIN'
      ? await sendAgain(tx, deps, { actor, failed, reason })
      : await payAnotherWay(tx, deps, { attempt, failed });
  const detail = { refundId: refund.id, nextRefundId: next.id, decision, reason };
  const subject = `attempt:${attemptId}`;
  await recordAction(tx, deps, { actor, action: 'refund.decided', subject, detail });
  return next;
}
