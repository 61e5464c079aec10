/** Orders from the company's own system: refunds, decisions, write-offs, voids and disputes of its customers. */

import { addDays } from '@quittance/contract/dates';
import { HOUR_MS } from '@quittance/contract/durations';
import type { AttemptId } from '@quittance/contract/ids';
import { addCents, cents, minCents } from '@quittance/contract/money';
import type { Decision } from '@quittance/contract/payments/provider-schemas';
import { payableAmount } from '@quittance/domain/checkout/amounts';
import { and, eq, inArray, ne } from 'drizzle-orm';
import { findCustomer } from '../../src/customers/store.ts';
import { changeInvoice, voidInvoice, writeOffInvoice } from '../../src/invoices/change-invoice.ts';
import { findInvoice } from '../../src/invoices/store.ts';
import { AppError } from '../../src/kernel/errors.ts';
import { findAttempt } from '../../src/ledger/attempts.ts';
import { listNotes } from '../../src/ledger/credit-notes.ts';
import { listHolds } from '../../src/ledger/holds.ts';
import { cancelArrangement, moveSchedule } from '../../src/payments/changes/on-behalf.ts';
import { createCreditNote, payOut, useCredit } from '../../src/payments/credit-notes.ts';
import { decidePayment } from '../../src/payments/decide-payment.ts';
import {
  disputeInvoice,
  reopenInvoice,
  resolveInvoice,
} from '../../src/payments/disputes/dispute-invoice.ts';
import { findHeldAttempts } from '../../src/payments/reconciliation/not-found-at-processor.ts';
import { decideRefund } from '../../src/payments/refunds/decide-refund.ts';
import { orderRefund } from '../../src/payments/refunds/order-refund.ts';
import { voidWithRefund } from '../../src/payments/void-with-refund.ts';
import type { Actor } from '../../src/platform/audit/recorded-action.ts';
import type { Tx } from '../../src/platform/database/database.ts';
import { type InvoiceKey, matching } from '../../src/platform/database/keys.ts';
import { attempts } from '../../src/schema/payments.ts';
import { refunds } from '../../src/schema/refunds.ts';
import type { ProviderWork } from './commands.ts';
import { uninstrumented } from './process.ts';
import type { SimInvoice, SimWorld } from './world.ts';

const REASON = 'as agreed';

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

const toActor = ({ company }: SimWorld) => ({ companyId: company.companyId, name: 'key:sim' });

async function toPayment(world: SimWorld, { name, invoice }: ProviderWork) {
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
  return changeInvoice(tx, deps, { actor, invoiceId, change });
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

type CreditWork = {
  invoice: SimInvoice;
  work: Extract<ProviderWork, { name: 'creditNote' | 'applyCredit' | 'payOutCredit' }>;
};

const share = (amount: number, percent: number) => cents(Math.ceil((amount * percent) / 100));

/** Nothing may change what an invoice owes while a payment of the old amount is open (R90). */
async function credit(tx: Tx, world: SimWorld, { invoice, work }: CreditWork): Promise<void> {
  const { deps, unexplained } = world;
  const actor = toActor(world);
  const { companyId } = actor;
  const { invoiceId } = invoice;
  const row = await findInvoice(tx, { companyId, invoiceId });
  const customer = row && (await findCustomer(tx, { companyId, customerId: row.customerId }));
  if (!customer) return;
  const { id: customerId, creditCents } = customer;
  const amount = share(creditCents, work.percent);
  if (work.name === 'payOutCredit') {
    if (amount > 0)
      await payOut(tx, deps, { actor, customerId, input: { amount, reason: REASON } });
    return;
  }
  if (work.name === 'applyCredit') {
    const input = { invoiceId, amount: minCents(amount, payableAmount(row)) };
    if (input.amount === 0) return;
    await useCredit(tx, deps, { actor, customerId, input });
  } else {
    const input = { amount: share(row.totalCents, work.percent), reason: REASON };
    await createCreditNote(tx, deps, { actor, invoiceId, input }).catch((error: unknown) => {
      const isTaken = error instanceof AppError && error.code === 'CREDIT_NOTE_NUMBER_ALREADY_USED';
      if (isTaken) unexplained.push('the number of a credit note was used before');
      throw error;
    });
    if ((await countKept(tx, { companyId, invoiceId })) < 0)
      unexplained.push(`${invoiceId} was credited although it was waived or given back`);
  }
  // Read under the lock of the invoice.
  const holds = await listHolds(tx, { companyId, invoiceIds: [invoiceId], except: null });
  const { isBeingPaid, hasPlan, hasSchedule } = holds.get(invoiceId) ?? {};
  if (isBeingPaid) unexplained.push(`${invoiceId} was credited while a payment was open`);
  // Credit leaves an arrangement as it was agreed, or ends it.
  if (hasPlan || hasSchedule) unexplained.push(`${invoiceId} was credited and is still arranged`);
}

/** Nothing that is reserved for a refund may be applied or paid out (R90): the invariants compare the rest. */
async function refundCredit(
  tx: Tx,
  world: SimWorld,
  { attemptId, percent }: { attemptId: AttemptId; percent: number },
): Promise<void> {
  const actor = toActor(world);
  const { companyId } = actor;
  const payment = await findAttempt(tx, { companyId, attemptId });
  const customer =
    payment && (await findCustomer(tx, { companyId, customerId: payment.customerId }));
  if (!customer) return;
  const amount = percent === 100 ? null : share(customer.creditCents, percent);
  if (amount === 0) return;
  const input = { isFromCredit: true, reason: REASON, ...(amount ? { amount } : {}) };
  await orderRefund(tx, world.deps, { actor, attemptId, input });
}

type Voiding = Parameters<typeof voidWithRefund>[2];

/** The billed amount that is not credited, waived or given back for good. */
async function countKept(tx: Tx, key: InvoiceKey): Promise<number> {
  const invoice = await findInvoice(tx, key);
  const notes = await listNotes(tx, key);
  const { totalCents = 0, waivedCents = 0, refundedCents = 0, owedAgainCents = 0 } = invoice ?? {};
  const noted = addCents(...notes.map(({ amountCents }) => amountCents));
  return totalCents - waivedCents - noted - (refundedCents - owedAgainCents);
}

/** Voiding gives back what was billed once, and all of it (R90). */
async function voidPaid(tx: Tx, { deps, unexplained }: SimWorld, voiding: Voiding): Promise<void> {
  const { refunds: ordered, creditNote, credit: left } = await voidWithRefund(tx, deps, voiding);
  const refunded = addCents(...ordered.map(({ amount }) => amount));
  const key = { companyId: voiding.actor.companyId, invoiceId: voiding.invoiceId };
  if ((await countKept(tx, key)) !== 0 || refunded + left !== creditNote.credit)
    unexplained.push(`${voiding.invoiceId} was voided and not given back to the cent`);
}

async function perform(tx: Tx, world: SimWorld, { invoice, work, attemptId }: RefundWork) {
  const { deps } = world;
  const actor = toActor(world);
  const decided = { actor, invoiceId: invoice.invoiceId, reason: REASON };
  switch (work.name) {
    case 'orderRefund': {
      const { isOwedAgain } = work;
      const input = {
        reason: REASON,
        isOwedAgain,
        ...(work.isWhole ? {} : { amount: cents(100) }),
      };
      return attemptId && orderRefund(tx, deps, { actor, attemptId, input });
    }
    case 'decide':
      return attemptId && decide(tx, world, attemptId);
    case 'decideRefund': {
      const refundId = await failedRefund(tx, world, work.invoice);
      const input = { decision: work.decision, reason: REASON };
      return refundId && decideRefund(tx, deps, { actor, refundId, input });
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
      return writeOffInvoice(tx, deps, decided);
    case 'voidInvoice':
      return voidInvoice(tx, deps, decided);
    case 'voidWithRefund':
      return voidPaid(tx, world, decided);
    case 'disputeInvoice':
      return disputeInvoice(tx, deps, decided);
    case 'resolveInvoice':
      return resolveInvoice(tx, deps, decided);
    case 'creditNote':
    case 'applyCredit':
    case 'payOutCredit':
      return credit(tx, world, { invoice, work });
    case 'refundCredit':
      return attemptId && refundCredit(tx, world, { attemptId, percent: work.percent });
  }
}

type OrderedWork = { invoice: SimInvoice; work: ProviderWork };
type RefundWork = OrderedWork & { attemptId: AttemptId | null };

export async function workAsProvider(world: SimWorld, ordered: OrderedWork): Promise<void> {
  const { companyId } = world.company;
  const attemptId = await toPayment(world, ordered.work);
  await world.deps.database.inCompany({ companyId, asProvider: true }, (tx) =>
    perform(tx, world, { ...ordered, attemptId }),
  );
}
