/** Orders from the company's own system: refunds, decisions, write-offs, voids and disputes of its customers. */

import { addDays } from '@quittance/contract/dates';
import { HOUR_MS } from '@quittance/contract/durations';
import type { AttemptId } from '@quittance/contract/ids';
import { cents } from '@quittance/contract/money';
import type { Decision } from '@quittance/contract/payments/provider-schemas';
import { and, eq, inArray, ne } from 'drizzle-orm';
import { findInvoice } from '../../src/invoices/store.ts';
import { AppError } from '../../src/kernel/errors.ts';
import { cancelArrangement, moveSchedule } from '../../src/payments/changes/on-behalf.ts';
import { decidePayment } from '../../src/payments/decide-payment.ts';
import {
  disputeInvoice,
  reopenInvoice,
  resolveInvoice,
} from '../../src/payments/disputes/dispute-invoice.ts';
import { findHeldAttempts } from '../../src/payments/reconciliation/not-found-at-processor.ts';
import { decideRefund } from '../../src/payments/refunds/decide-refund.ts';
import { changeNoted, voidNoted, writeOffPosted } from '../../src/payments/take-back-notes.ts';
import type { Actor } from '../../src/platform/audit/recorded-action.ts';
import type { Tx } from '../../src/platform/database/database.ts';
import { matching } from '../../src/platform/database/keys.ts';
import { getAging } from '../../src/reports/journal.ts';
import { attempts } from '../../src/schema/payments.ts';
import { refunds } from '../../src/schema/refunds.ts';
import type { ProviderWork } from './commands.ts';
import {
  chosenCredit,
  credit,
  order,
  REASON,
  refundCredit,
  toActor,
  undo,
  voidPaid,
} from './credit-work.ts';
import { uninstrumented } from './process.ts';
import type { SimInvoice, SimWorld } from './world.ts';

async function chosenPayment(
  { database }: SimWorld,
  states: ('SUCCEEDED' | 'SENT' | 'UNKNOWN')[],
  pick: number,
): Promise<AttemptId | null> {
  const rows = await uninstrumented(() =>
    database.asSystem((tx) =>
      tx
        .select({ id: attempts.id })
        .from(attempts)
        .where(
          and(
            inArray(attempts.state, states),
            ne(attempts.processor, 'manual'),
            eq(attempts.type, 'PAYMENT'),
          ),
        )
        .orderBy(attempts.createdAt, attempts.id),
    ),
  );
  return rows[pick % Math.max(rows.length, 1)]?.id ?? null;
}

async function toPayment(world: SimWorld, { name, invoice }: ProviderWork) {
  if (name === 'voidNote') return chosenCredit(world, 'CREDIT_NOTE', invoice);
  if (name === 'undoCredit') return chosenCredit(world, 'CREDIT', invoice);
  if (name === 'orderRefund' || name === 'refundCredit') {
    return chosenPayment(world, ['SUCCEEDED'], invoice);
  }
  return name === 'decide' ? chosenPayment(world, ['SENT', 'UNKNOWN'], invoice) : null;
}

/**
 * Returns what the company finds at the processor. Null for a challenge, which the payer can still pass, and for a
 * charge of another amount, which is resolved at the processor.
 */
function foundAtProcessor({ simulator }: SimWorld, attemptId: AttemptId): Decision | null {
  const entries = simulator.records.of(attemptId);
  if (entries.some(({ state }) => ['challenged', 'authenticated'].includes(state))) return null;
  const paid = entries.find(({ state }) => state === 'succeeded' || state === 'pending');
  if (!paid) return { outcome: 'not_paid', reason: REASON };
  if (paid.isExcused) return null;
  return { outcome: 'paid', processorReference: paid.processorReference, reason: REASON };
}

/**
 * A charge that the processor makes after this is the processor's fault, because the company could not foresee it.
 */
function excuseLateCharge({ simulator: { later, records } }: SimWorld, attemptId: AttemptId): void {
  for (const order of later.filter(({ reference }) => reference === attemptId)) {
    const { execute } = order;
    delete order.reference;
    order.execute = () => {
      execute();
      for (const entry of records.of(attemptId)) entry.isExcused = true;
    };
  }
}

/** The company may decide an outcome once the processor has left it open for an hour. */
async function decide(tx: Tx, world: SimWorld, attemptId: AttemptId): Promise<void> {
  const decision = foundAtProcessor(world, attemptId);
  if (!decision) return;
  const actor = toActor(world);
  const { createdAt } = await decidePayment(tx, world.deps, { actor, attemptId, decision });
  const heldMs = Date.parse(world.clock.now()) - Date.parse(createdAt);
  if (heldMs < HOUR_MS) world.unexplained.push(`${attemptId} was decided after ${heldMs} ms`);
  if (decision.outcome === 'not_paid') excuseLateCharge(world, attemptId);
}

/**
 * The portal does not close payments of a company whose account is not proven, because the processor has no charge of
 * it. In time, the company decides them.
 */
export async function decideHeld(world: SimWorld): Promise<void> {
  const { companyId } = world.company;
  const held = await uninstrumented(() => findHeldAttempts(world.deps));
  for (const { id } of held) {
    await world.deps.database.inCompany({ companyId, asProvider: true }, (tx) =>
      decide(tx, world, id),
    );
  }
}

async function bill(
  tx: Tx,
  { deps, timeZone }: SimWorld,
  { actor, invoice, work: { inDays, percent } }: InvoiceChangeWork,
) {
  const { companyId } = actor;
  const { invoiceId } = invoice;
  const row = await findInvoice(tx, { companyId, invoiceId });
  const dueDate = inDays === null ? null : addDays(deps.clock.today(timeZone), inDays);
  const total = percent && row ? cents(Math.ceil((row.totalCents * percent) / 100)) : null;
  if (!dueDate && !total) return null;
  const change = { ...(dueDate ? { dueDate } : {}), ...(total ? { total } : {}) };
  return changeNoted(tx, deps, { actor, invoiceId, change });
}

type InvoiceChangeWork = {
  actor: Actor;
  invoice: SimInvoice;
  work: Extract<ProviderWork, { name: 'changeInvoice' }>;
};

async function failedRefund(tx: Tx, { company }: SimWorld, pick: number): Promise<string | null> {
  const { companyId } = company;
  const failed = { companyId, state: 'FAILED', resolvedAt: null } as const;
  const rows = await tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(matching(refunds, failed))
    .orderBy(refunds.createdAt, refunds.id);
  return rows[pick % Math.max(rows.length, 1)]?.id ?? null;
}

/** Nothing keeps the company from saying that nothing more is paid (R115). */
async function decideFailed(tx: Tx, { deps, unexplained }: SimWorld, failed: FailedRefund) {
  const { refundId, input } = failed;
  const decided = await decideRefund(tx, deps, failed).catch((error: unknown) => {
    const isDecided = error instanceof AppError && error.code === 'REFUND_NOT_FAILED';
    if (input.decision === 'ACKNOWLEDGE' && !isDecided)
      unexplained.push(`${refundId} is not acknowledged`);
    throw error;
  });
  if (input.decision === 'ACKNOWLEDGE' && decided.id !== refundId)
    unexplained.push(`${refundId} is acknowledged and made again`);
}

type FailedRefund = Parameters<typeof decideRefund>[2];

async function perform(tx: Tx, world: SimWorld, { invoice, work, attemptId }: RefundWork) {
  const { deps } = world;
  const actor = toActor(world);
  const decided = { actor, invoiceId: invoice.invoiceId, reason: REASON };
  switch (work.name) {
    case 'orderRefund':
      return attemptId && order(tx, world, { attemptId, work });
    case 'decide':
      return attemptId && decide(tx, world, attemptId);
    case 'decideRefund': {
      const refundId = await failedRefund(tx, world, work.invoice);
      const input = { decision: work.decision, reason: REASON };
      return refundId && decideFailed(tx, world, { actor, refundId, input });
    }
    case 'moveSchedule': {
      const chargeOn = addDays(deps.clock.today(world.timeZone), work.inDays);
      return moveSchedule(tx, deps, { ...decided, chargeOn });
    }
    case 'changeInvoice':
      return bill(tx, world, { actor, invoice, work });
    case 'cancelOnBehalf':
      return cancelArrangement(tx, deps, { ...decided, kind: work.kind });
    case 'reopen':
      return reopenInvoice(tx, deps, decided);
    case 'writeOff':
      return writeOff(tx, world, decided);
    case 'voidInvoice':
      return voidNoted(tx, deps, decided);
    case 'voidWithRefund':
      return voidPaid(tx, world, { ...decided, ...(work.keepsFee ? { keepsFee: true } : {}) });
    case 'disputeInvoice':
      return disputeInvoice(tx, deps, decided);
    case 'resolveInvoice':
      return resolveInvoice(tx, deps, decided);
    case 'creditNote':
    case 'applyCredit':
    case 'payOutCredit':
      return credit(tx, world, { invoice, work });
    case 'voidNote':
    case 'undoCredit':
      return attemptId && undo(tx, world, { attemptId, work });
    case 'refundCredit':
      return attemptId && refundCredit(tx, world, { attemptId, work });
  }
}

/** The aging leaves out the balance that is given up (R115). */
async function writeOff(tx: Tx, { deps, unexplained }: SimWorld, written: WrittenOff) {
  const { accountRef } = await writeOffPosted(tx, deps, written);
  const aging = new TextDecoder().decode(await getAging(tx, deps, written));
  if (aging.includes(accountRef)) unexplained.push(`${accountRef} is written off and in the aging`);
}

type WrittenOff = Parameters<typeof writeOffPosted>[2];

type OrderedWork = { invoice: SimInvoice; work: ProviderWork };
type RefundWork = OrderedWork & { attemptId: AttemptId | null };

export async function workAsProvider(world: SimWorld, ordered: OrderedWork): Promise<void> {
  const { companyId } = world.company;
  const attemptId = await toPayment(world, ordered.work);
  await world.deps.database.inCompany({ companyId, asProvider: true }, (tx) =>
    perform(tx, world, { ...ordered, attemptId }),
  );
}
