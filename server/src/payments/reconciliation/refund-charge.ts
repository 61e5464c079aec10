/**
 * Refunds a charge that does not belong to any of the company's invoices (R69). Neither the charge nor its refund
 * is in the ledger. The order is stored before it is sent, so that two calls send it only once. The processor's
 * records show when it is made.
 */

import type { AttemptId, CompanyId } from '@quittance/contract/ids';
import { type Cents, subtractCents, ZERO } from '@quittance/contract/money';
import type { ChargeRefund } from '@quittance/contract/payments/provider-schemas';
import { findProcessor } from '../../companies/processor-for-company.ts';
import { requireLiveCompany } from '../../companies/require-company.ts';
import { forEachAtMost } from '../../kernel/concurrency.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import {
  closeUnplaced,
  listUnplaced,
  lockUnplaced,
  markRefund,
  noteUnplaced,
  type RefundMark,
  type UnplacedCharge,
} from '../../ledger/unplaced-charges.ts';
import { appendAudit } from '../../platform/audit/audit.ts';
import { type Actor, recordAction } from '../../platform/audit/recorded-action.ts';
import type { Tx } from '../../platform/database/database.ts';
import { orUnknown } from '../../processors/outcomes.ts';
import type { BookedRefund, Outcome, Processor } from '../../processors/processor.ts';
import type { AttemptProcessor } from '../../schema/posting-checks.ts';
import { refundedIn } from '../core/attempt-state-of.ts';
import { isBack } from './record-orphan.ts';

export type ChargeRefundOrder = { actor: Actor; chargeId: AttemptId; reason: string };

async function lockOpen(tx: Tx, { actor, chargeId: id }: ChargeRefundOrder) {
  const charge = await lockUnplaced(tx, { companyId: actor.companyId, id });
  if (!charge) throw new AppError('NOT_FOUND');
  if (charge.closedAt === null) return charge;
  if (charge.refundSentAt === null) throw new AppError('REQUEST_CHANGED');
  return null;
}

async function leftAt(deps: Deps, processor: Processor, charge: UnplacedCharge): Promise<Cents> {
  const { id: reference, processorReference } = charge;
  const sought = { reference, processorReference };
  const found = await orUnknown(deps, () => processor.charges.lookup(sought));
  if (found.kind === 'not_found' || found.kind === 'unknown') {
    throw new AppError('PROCESSOR_NOT_ANSWERING');
  }
  if (isBack(found)) return ZERO;
  if (found.kind !== 'succeeded' || found.disputes?.some(({ state }) => state !== 'won')) {
    throw new AppError('PAYMENT_NOT_REFUNDABLE');
  }
  return subtractCents(found.amountCents, refundedIn(found) ?? ZERO);
}

type Claim = { charge: UnplacedCharge; refundId: string };

/** Returns null if the refund may already have been sent and sending it again could make a second one. */
async function claim(
  tx: Tx,
  deps: Deps,
  { order, processor }: { order: ChargeRefundOrder; processor: Processor },
): Promise<Claim | null> {
  const charge = await lockOpen(tx, order);
  if (!charge) return null;
  const { refundSentAt, processorReference } = charge;
  const { resend } = processor.charges;
  const now = deps.clock.now();
  if (refundSentAt !== null) {
    const ageMs = Date.parse(now) - Date.parse(refundSentAt);
    if (resend.kind === 'never' || ageMs >= resend.withinMs) return null;
  }
  const refundId = charge.refundId ?? deps.entropy.uuid();
  await markRefund(tx, charge, { refundId, refundSentAt: refundSentAt ?? now });
  const { actor, reason } = order;
  const subject = `attempt:${charge.id}`;
  const detail = { refundId, processorReference, reason };
  await recordAction(tx, deps, { actor, action: 'charge.refunded', subject, detail });
  return { charge, refundId };
}

type RefundSend = Claim & { processor: Processor; amountCents: Cents };

/** Returns the earlier sent mark if the processor certainly did nothing, otherwise null. */
async function send(
  deps: Deps,
  { charge, refundId: reference, processor, amountCents }: RefundSend,
): Promise<{
  mark: RefundMark;
  code: 'PROCESSOR_NOT_ANSWERING' | 'PAYMENT_NOT_REFUNDABLE';
} | null> {
  const { processorReference, refundId, refundSentAt, kind } = charge;
  const refund = { reference, processorReference, amountCents, kind };
  const outcome = await orUnknown(deps, () => processor.charges.refund(refund));
  const mark = { refundId, refundSentAt };
  if (outcome.kind === 'deferred') return { mark, code: 'PROCESSOR_NOT_ANSWERING' };
  return outcome.kind === 'refused' ? { mark, code: 'PAYMENT_NOT_REFUNDABLE' } : null;
}

/** Runs outside a transaction, because it waits for the processor. */
export async function refundCharge(deps: Deps, order: ChargeRefundOrder): Promise<ChargeRefund> {
  const { companyId } = order.actor;
  const key = { companyId, id: order.chargeId };
  const asCompany = <Result>(work: (tx: Tx) => Promise<Result>) =>
    deps.database.inCompany({ companyId, asProvider: true }, work);
  const charge = await asCompany(async (tx) => {
    await requireLiveCompany(tx, companyId);
    return lockOpen(tx, order);
  });
  if (!charge) return { id: key.id, state: 'REFUNDED' };
  const processor = await findProcessor(deps, companyId, charge.processor);
  if (!processor) throw new AppError('PROCESSOR_NOT_ANSWERING');
  let amountCents = await leftAt(deps, processor, charge);
  const claimed =
    amountCents > 0 && (await asCompany((tx) => claim(tx, deps, { order, processor })));
  if (claimed) {
    const failed = await send(deps, { ...claimed, processor, amountCents });
    if (failed) {
      await asCompany((tx) => markRefund(tx, key, failed.mark));
      throw new AppError(failed.code);
    }
    amountCents = await leftAt(deps, processor, charge);
  }
  if (amountCents > 0) return { id: key.id, state: 'SENT' };
  await asCompany((tx) => closeUnplaced(tx, key, deps.clock.now()));
  return { id: key.id, state: 'REFUNDED' };
}

/** Matches by our reference only. Without it, an older failed refund could be mistaken for the one in progress. */
function findFailedRefund(outcome: Outcome, refundId: string | null): BookedRefund | undefined {
  if (refundId === null) return undefined;
  const refunds = 'refunds' in outcome ? (outcome.refunds ?? []) : [];
  return refunds.find(({ reference, state }) => reference === refundId && state === 'failed');
}

async function follow(deps: Deps, processor: Processor, charge: UnplacedCharge): Promise<void> {
  const { companyId, id, processorReference, refundId } = charge;
  const found = await orUnknown(deps, () =>
    processor.charges.lookup({ reference: id, processorReference }),
  );
  if (found.kind === 'not_found' || found.kind === 'unknown') return;
  const isMade = isBack(found);
  const failed = findFailedRefund(found, refundId);
  const isCompleted = charge.isPending && found.kind === 'succeeded';
  if (!isMade && !failed && !isCompleted) return;
  await deps.database.inCompany({ companyId, asProvider: true }, async (tx) => {
    const locked = await lockUnplaced(tx, charge);
    if (!locked || locked.closedAt !== null || locked.refundId !== refundId) return;
    const at = deps.clock.now();
    if (isMade) return closeUnplaced(tx, charge, at);
    if (!failed) return noteUnplaced(tx, { ...locked, isPending: false });
    await markRefund(tx, charge, { refundId: null, refundSentAt: null });
    const detail = { refundId, reason: failed.reason };
    const entry = { companyId, actor: 'reconciler', subject: `attempt:${id}`, detail, at };
    return appendAudit(tx, { ...entry, action: 'charge.refund_failed' });
  });
}

/**
 * Looks up each charge without an invoice, because it may be older than the charges that a reconciliation lists. A
 * charge that was refunded or returned, here or in the processor's dashboard, is closed, since it would otherwise
 * keep the company on hold forever (R84). A charge whose refund failed needs another decision (R80).
 */
export async function followUnplacedCharges(
  deps: Deps,
  processor: Processor,
  account: { companyId: CompanyId; processor: AttemptProcessor },
): Promise<void> {
  const charges = await deps.database.inCompany(account, (tx) => listUnplaced(tx, account));
  await forEachAtMost(deps.concurrency.lookups, charges, (charge) =>
    follow(deps, processor, charge),
  );
}
