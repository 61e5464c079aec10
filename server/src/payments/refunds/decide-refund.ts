/**
 * Records a company's decision on a refund that did not reach the payer (R80): it is sent again as a new refund, or
 * the company has paid it another way. A refund without a response is decided the same way. If it later appears at
 * the processor, it is booked.
 */
import { ZERO } from '@quittance/contract/money';
import type { Refund, RefundDecision } from '@quittance/contract/payments/refund-schemas';
import { assertNever, invariant } from '@quittance/domain/invariant';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { type Attempt, findAttempt, lockAttempt } from '../../ledger/attempts.ts';
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
import { releaseReserved } from '../settlement/reserved.ts';
import { computeRefundable, orderRefund, show } from './order-refund.ts';

type RefundDecisionCommand = { actor: Actor; refundId: string; input: RefundDecision };

async function lockBoth(tx: Tx, { actor: { companyId }, refundId: id }: RefundDecisionCommand) {
  const found = await findRefund(tx, { companyId, id });
  const key = found && { companyId, attemptId: found.attemptId };
  const charge = key && (await findAttempt(tx, key));
  // The refund may make the invoice payable again (R88), so the invoice is locked first, then its payment.
  if (charge) await lockPayable(tx, charge);
  const attempt = key && (await lockAttempt(tx, key));
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
  ACKNOWLEDGE: 'ACKNOWLEDGED',
} as const satisfies Record<RefundDecision['decision'], RefundRow['resolution']>;

async function resolve(
  tx: Tx,
  deps: Deps,
  { refund, decision }: { refund: RefundRow } & Pick<RefundDecision, 'decision'>,
): Promise<void> {
  const { companyId, id: objectId, state, resolvedAt } = refund;
  if (!isStuck(refund) && (state !== 'FAILED' || resolvedAt !== null)) {
    throw new AppError('REFUND_NOT_FAILED');
  }
  const at = deps.clock.now();
  await releaseReserved(tx, deps, refund);
  const resolved = { resolution: RESOLUTIONS[decision], resolvedAt: at };
  if (state === 'FAILED') return updateRefund(tx, refund, resolved);
  await updateRefund(tx, refund, { state: 'FAILED', failedAt: at, ...resolved });
  recordEvent(tx, { companyId, type: 'refund.failed', objectId, at });
}

type Again = { attempt: Attempt; failed: RefundRow };

/** The terms of the failed refund, without the credit that was used since. */
function sendAgain(
  tx: Tx,
  deps: Deps,
  { actor, again: { attempt, failed }, reason }: { actor: Actor; again: Again; reason: string },
): Promise<Refund> {
  const { amountCents: amount, invoiceId, creditCents, isOwedAgain, keepsFee } = failed;
  const isFromCredit = creditCents > 0 && isAllCredit(failed);
  const credit = creditCents > 0 && !isFromCredit ? ('PAY_OUT' as const) : ('KEEP' as const);
  const terms = { isOwedAgain, keepsFee, ...(isFromCredit ? { isFromCredit } : { credit }) };
  const input = { amount, ...(invoiceId ? { invoiceId } : {}), ...terms, isAgain: true, reason };
  return orderRefund(tx, deps, { actor, attemptId: attempt.id, input });
}

const isAllCredit = ({ reserved }: RefundRow) =>
  (reserved ?? []).every(({ refundingCents }) => refundingCents === 0);

/** Nothing is sent. The refund is booked as it was ordered, out of the company's own money. */
async function payAnotherWay(tx: Tx, deps: Deps, { attempt, failed }: Again): Promise<Refund> {
  const { companyId, id: attemptId, disputeState } = attempt;
  const { amountCents, invoiceId, isOwedAgain, isFromCredit, creditCents } = failed;
  if (creditCents === 0 && disputeState === 'OPEN') throw new AppError('PAYMENT_NOT_REFUNDABLE');
  const refunds = await loadRefunds(tx, { companyId, attemptId });
  if (amountCents > computeRefundable(attempt, refunds)) throw new AppError('REFUND_TOO_LARGE');
  const { keepsFee, reserved } = failed;
  const terms = {
    amountCents,
    invoiceId,
    isOwedAgain,
    isFromCredit,
    creditCents,
    keepsFee,
    reserved,
  };
  const paid = { attempt, origin: 'MANUAL', refundReference: null, ...terms } as const;
  const { refund } = await bookUnsentRefund(tx, deps, paid);
  const made = await findRefund(tx, refund);
  invariant(made, 'a booked refund is found');
  return show(made);
}

type Decided = { actor: Actor; again: Again } & RefundDecision;

/** Returns the refund that replaces the failed one, or the failed one if nothing does. */
async function decide(
  tx: Tx,
  deps: Deps,
  { actor, again, decision, reason }: Decided,
): Promise<Refund> {
  switch (decision) {
    case 'SEND_AGAIN':
      return sendAgain(tx, deps, { actor, again, reason });
    case 'PAID_ANOTHER_WAY':
      return payAnotherWay(tx, deps, again);
    case 'ACKNOWLEDGE': {
      const acknowledged = await findRefund(tx, again.failed);
      invariant(acknowledged, 'a decided refund is found');
      return show(acknowledged);
    }
    default:
      return assertNever(decision);
  }
}

const NO_CREDIT = { isFromCredit: false, creditCents: ZERO, reserved: [] };

/** An amount that became a credit no longer belongs to an invoice, and credit that it paid out has been used. */
function toAgain({ attempt, refund }: { attempt: Attempt; refund: RefundRow }): Again {
  const { creditedCents, principalCents } = refund;
  const onNone = creditedCents > 0 ? { invoiceId: null, isOwedAgain: false, ...NO_CREDIT } : {};
  // A refund that failed before it was made has given its credit back.
  const isMade = creditedCents > 0 || principalCents > 0;
  return { attempt, failed: { ...refund, ...(isMade ? NO_CREDIT : {}), ...onNone } };
}

export async function decideRefund(
  tx: Tx,
  deps: Deps,
  command: RefundDecisionCommand,
): Promise<Refund> {
  const { actor, input } = command;
  const { decision, reason } = input;
  const { attempt, refund } = await lockBoth(tx, command);
  await resolve(tx, deps, { refund, decision });
  const { id: attemptId } = attempt;
  const again = toAgain({ attempt, refund });
  const next = await decide(tx, deps, { actor, again, decision, reason });
  const detail = { refundId: refund.id, nextRefundId: next.id, decision, reason };
  const subject = `attempt:${attemptId}`;
  await recordAction(tx, deps, { actor, action: 'refund.decided', subject, detail });
  return next;
}
