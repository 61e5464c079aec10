/** Credit notes, credit and refunds as the company orders them (R90, R112 to R115). */
import type { AttemptId } from '@quittance/contract/ids';
import { addCents, cents, minCents } from '@quittance/contract/money';
import { payableAmount } from '@quittance/domain/checkout/amounts';
import { invoicesIn } from '@quittance/domain/postings';
import { and, eq, sql } from 'drizzle-orm';
import { findCustomer } from '../../src/customers/store.ts';
import { findInvoice } from '../../src/invoices/store.ts';
import { AppError } from '../../src/kernel/errors.ts';
import { type AttemptKey, findAttempt } from '../../src/ledger/attempts.ts';
import { listNotes } from '../../src/ledger/credit-notes.ts';
import { listHolds } from '../../src/ledger/holds.ts';
import { listPostings } from '../../src/ledger/postings.ts';
import { loadRefunds } from '../../src/ledger/refunds.ts';
import {
  cancelCreditNote,
  createCreditNote,
  payOut,
  undoCredit,
  useCredit,
} from '../../src/payments/credit-notes.ts';
import { orderRefund } from '../../src/payments/refunds/order-refund.ts';
import { voidWithRefund } from '../../src/payments/void-with-refund.ts';
import type { Tx } from '../../src/platform/database/database.ts';
import type { InvoiceKey } from '../../src/platform/database/keys.ts';
import { attempts } from '../../src/schema/payments.ts';
import type { ProviderWork } from './commands.ts';
import { uninstrumented } from './process.ts';
import type { SimInvoice, SimWorld } from './world.ts';

export const REASON = 'as agreed';

export const toActor = ({ company }: SimWorld) => ({
  companyId: company.companyId,
  name: 'key:sim',
});

/** Also those that were taken back: the second time is refused. */
export async function chosenCredit(
  { database }: SimWorld,
  method: 'CREDIT_NOTE' | 'CREDIT',
  pick: number,
): Promise<AttemptId | null> {
  const rows = await uninstrumented(() =>
    database.asSystem((tx) =>
      tx
        .select({ id: attempts.id })
        .from(attempts)
        .where(and(eq(attempts.method, method), eq(attempts.processor, 'manual')))
        .orderBy(attempts.createdAt, attempts.id),
    ),
  );
  return rows[pick % Math.max(rows.length, 1)]?.id ?? null;
}

type CreditWork = {
  invoice: SimInvoice;
  work: Extract<ProviderWork, { name: 'creditNote' | 'applyCredit' | 'payOutCredit' }>;
};

const share = (amount: number, percent: number) => cents(Math.ceil((amount * percent) / 100));

/** Nothing may change what an invoice owes while a payment of the old amount is open (R90). */
export async function credit(tx: Tx, world: SimWorld, { invoice, work }: CreditWork) {
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

type Undoing = {
  attemptId: AttemptId;
  work: Extract<ProviderWork, { name: 'voidNote' | 'undoCredit' }>;
};

/** A note or a use of credit is undone only once (R115). The invariants compare the result. */
export async function undo(tx: Tx, world: SimWorld, { attemptId, work }: Undoing): Promise<void> {
  const { deps, unexplained } = world;
  const actor = toActor(world);
  const key = { companyId: actor.companyId, attemptId };
  const before = await findAttempt(tx, key);
  if (work.name === 'voidNote') {
    await cancelCreditNote(tx, deps, { actor, creditNoteId: attemptId, reason: REASON });
  } else {
    await undoCredit(tx, deps, { actor, paymentId: attemptId, reason: REASON });
  }
  const after = await findAttempt(tx, key);
  if (before?.state !== 'SUCCEEDED' || after?.state !== 'RETURNED')
    unexplained.push(`${attemptId} was taken back as ${before?.state}`);
  const { invoiceId, amountCents, creditCents } = before ?? {};
  if (!invoiceId || amountCents === creditCents) return;
  const holds = await listHolds(tx, { ...key, invoiceIds: [invoiceId], except: null });
  const { hasPlan, hasSchedule } = holds.get(invoiceId) ?? {};
  if (hasPlan || hasSchedule) unexplained.push(`${invoiceId} owes more than was arranged`);
}

type RefundWork<Name> = {
  attemptId: AttemptId;
  work: Extract<ProviderWork, { name: Name }>;
};

/** Unused credit that notes of the invoices of the payment gave. */
async function countOwnCredit(tx: Tx, key: AttemptKey): Promise<number> {
  const { companyId } = key;
  const postings = await listPostings(tx, key);
  const unused = invoicesIn(postings).map((invoiceId) => countUnused(tx, { companyId, invoiceId }));
  return (await Promise.all(unused)).reduce((sum, cents) => sum + cents, 0);
}

/**
 * The same amount is ordered a second time only by an order that says so, and beside credit only by one that says what
 * happens to it (R113).
 */
export async function order(
  tx: Tx,
  world: SimWorld,
  { attemptId, work }: RefundWork<'orderRefund'>,
): Promise<void> {
  const { name: _name, invoice: _invoice, isWhole, ...terms } = work;
  const actor = toActor(world);
  const given = isWhole ? {} : { amount: cents(100) };
  const own = await countOwnCredit(tx, { companyId: actor.companyId, attemptId });
  const input = { reason: REASON, ...terms, ...given };
  const { id, amount } = await orderRefund(tx, world.deps, { actor, attemptId, input });
  const rows = await loadRefunds(tx, { companyId: actor.companyId, attemptId });
  const isSame = rows.some(
    (row) =>
      row.id !== id &&
      row.origin === 'PROVIDER' &&
      row.state !== 'FAILED' &&
      row.amountCents === amount &&
      row.invoiceId === null,
  );
  if (isSame && !work.isAgain) world.unexplained.push(`${id} repeats a refund unasked`);
  if (own > 0 && !work.credit && !work.isOwedAgain)
    world.unexplained.push(`${id} does not say what happens to ${own} of credit`);
}

/** Nothing that is reserved for a refund may be applied or paid out (R90): the invariants compare the rest. */
export async function refundCredit(
  tx: Tx,
  world: SimWorld,
  { attemptId, work: { percent } }: RefundWork<'refundCredit'>,
): Promise<void> {
  const actor = toActor(world);
  const { companyId } = actor;
  const payment = await findAttempt(tx, { companyId, attemptId });
  const customer =
    payment && (await findCustomer(tx, { companyId, customerId: payment.customerId }));
  if (!customer) return;
  const amount = percent === 100 ? null : share(customer.creditCents, percent);
  if (amount === 0) return;
  const terms = { isFromCredit: true, isAgain: true };
  const input = { ...terms, reason: REASON, ...(amount ? { amount } : {}) };
  await orderRefund(tx, world.deps, { actor, attemptId, input });
}

type Voiding = Parameters<typeof voidWithRefund>[2];

/** The billed amount that is not credited, waived, given back for good or about to be (R112). */
async function countKept(tx: Tx, key: InvoiceKey): Promise<number> {
  const invoice = await findInvoice(tx, key);
  const notes = (await listNotes(tx, key)).filter(({ state }) => state === 'SUCCEEDED');
  const { totalCents = 0, waivedCents = 0, refundedCents = 0, owedAgainCents = 0 } = invoice ?? {};
  const noted = addCents(...notes.map(({ amountCents }) => amountCents));
  const refunding = invoice?.refundingCents ?? 0;
  return totalCents - waivedCents - noted - (refundedCents - owedAgainCents) - refunding;
}

const countUnused = async (tx: Tx, key: InvoiceKey) =>
  (await listNotes(tx, key))
    .filter(({ state }) => state === 'SUCCEEDED')
    .reduce((sum, { creditCents, creditUsedCents }) => sum + creditCents - creditUsedCents, 0);

/** Credit of its notes pays another invoice. */
async function hasPaidOthers(tx: Tx, { companyId, invoiceId }: InvoiceKey): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    select from credit_uses u
    join attempts n on n.company_id = u.company_id and n.id = u.source_id and n.method = 'CREDIT_NOTE'
    join attempts a on a.company_id = u.company_id and a.id = u.attempt_id
    where u.company_id = ${companyId} and n.invoice_id = ${invoiceId} and a.invoice_id <> n.invoice_id`);
  return rowCount !== 0;
}

/** Voiding gives back what was billed once, and all of it: earlier notes' unused credit, too (R90, R114). */
export async function voidPaid(
  tx: Tx,
  { deps, unexplained }: SimWorld,
  voiding: Voiding,
): Promise<void> {
  const key = { companyId: voiding.actor.companyId, invoiceId: voiding.invoiceId };
  const before = await countUnused(tx, key);
  const isUsed = await hasPaidOthers(tx, key);
  const { refunds: ordered, creditNote, credit: left } = await voidWithRefund(tx, deps, voiding);
  const refunded = addCents(...ordered.map((refund) => refund.credit));
  if ((await countKept(tx, key)) !== 0 || refunded + left !== before + creditNote.credit)
    unexplained.push(`${voiding.invoiceId} was voided and not given back to the cent`);
  if (isUsed) unexplained.push(`${voiding.invoiceId} was voided although its credit is used`);
}
