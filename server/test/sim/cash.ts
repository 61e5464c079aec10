/**
 * Payments that the company records itself (R89), on one invoice or on two, possibly twice under one reference, and
 * reverses.
 */

import type { InvoiceId } from '@quittance/contract/ids';
import { cents } from '@quittance/contract/money';
import { MANUAL_METHODS } from '@quittance/contract/vocabulary';
import { and, eq, ne } from 'drizzle-orm';
import { findInvoice } from '../../src/invoices/store.ts';
import { AppError } from '../../src/kernel/errors.ts';
import type { Attempt } from '../../src/ledger/attempts.ts';
import { listNotes } from '../../src/ledger/credit-notes.ts';
import { listHolds } from '../../src/ledger/holds.ts';
import { hasOpenIntentOn } from '../../src/ledger/intents.ts';
import { recordManualPayment, reverseManualIn } from '../../src/payments/record-manual.ts';
import type { Tx } from '../../src/platform/database/database.ts';
import { attempts } from '../../src/schema/payments.ts';
import type { CashWork } from './commands.ts';
import { shownBy } from './pay.ts';
import { uninstrumented } from './process.ts';
import type { SimInvoice, SimWorld } from './world.ts';

type Receipt = SimWorld['receipts'][number];
type Recording = Extract<CashWork, { name: 'recordCash' }>;

async function newReceipt(
  world: SimWorld,
  invoice: SimInvoice,
  { isWhole, isTogether = false }: Recording,
): Promise<Receipt> {
  const other = world.invoices[(world.invoices.indexOf(invoice) + 1) % world.invoices.length];
  const covered = isTogether && other && other !== invoice ? [invoice, other] : [invoice];
  const parts = [];
  for (const each of covered) {
    const { amount } = await shownBy(world, each);
    const amountCents = cents(isWhole ? amount : Math.ceil(amount / 2));
    if (amountCents > 0) parts.push({ invoiceId: each.invoiceId, amountCents });
  }
  const method = MANUAL_METHODS[world.receipts.length % MANUAL_METHODS.length] ?? 'CASH';
  const receipt = { reference: world.entropy.uuid(), method, parts };
  world.receipts.push(receipt);
  return receipt;
}

async function record(world: SimWorld, invoice: SimInvoice, work: Recording): Promise<void> {
  const { companyId } = world.company;
  const last = work.isRepeated ? world.receipts.at(-1) : undefined;
  const receipt = last ?? (await newReceipt(world, invoice, work));
  if (receipt.parts.length === 0) return;
  const at = world.clock.now();
  const payment = { companyId, ...receipt, actor: 'till', at };
  const { id, state, amountCents, creditCents } = await recordManualPayment(world.deps, payment);
  const received = receipt.parts.reduce((sum, part) => sum + part.amountCents, 0);
  if (amountCents !== received) {
    world.unexplained.push(`${id} is recorded with ${amountCents} instead of ${received}`);
  }
  if (state !== 'SUCCEEDED') world.unexplained.push(`${id} is recorded and ${state}`);
  if (creditCents > 0) world.unexplained.push(`${id} is recorded beyond what is owed`);
}

/** Unused credit that a note of the invoice gave settles what a reversal leaves owed (R90, R114). */
async function isCalledOffOwed(tx: Tx, { companyId, invoiceId }: Attempt) {
  if (!invoiceId) return false;
  const key = { companyId, invoiceId };
  const invoice = await findInvoice(tx, key);
  const notes = (await listNotes(tx, key)).filter(({ state }) => state === 'SUCCEEDED');
  const isUnused = notes.some(({ creditCents, creditUsedCents }) => creditCents > creditUsedCents);
  const holds = await listHolds(tx, { companyId, invoiceIds: [invoiceId], except: null });
  const isHeld = Object.values(holds.get(invoiceId) ?? {}).includes(true);
  if (!invoice || isHeld || (await hasOpenIntentOn(tx, key))) return false;
  const isOwing = invoice.status === 'DUE' || invoice.status === 'IN_COLLECTION';
  return isOwing && isUnused;
}

/** The used credit of notes for other invoices (R114). Of a payment on several invoices, any may be settled. */
async function sumUsedElsewhere(tx: Tx, invoiceId: InvoiceId | null): Promise<number> {
  if (!invoiceId) return 0;
  const notes = await tx
    .select({ used: attempts.creditUsedCents })
    .from(attempts)
    .where(and(eq(attempts.method, 'CREDIT_NOTE'), ne(attempts.invoiceId, invoiceId)));
  return notes.reduce((sum, { used }) => sum + used, 0);
}

/** An accepted reversal is final: the money is gone. */
async function reverse(world: SimWorld, pick: number): Promise<void> {
  const { company, database, deps, unexplained } = world;
  const { companyId } = company;
  const rows = await uninstrumented(() =>
    database.asSystem((tx) =>
      tx
        .select({ id: attempts.id, invoiceId: attempts.invoiceId })
        .from(attempts)
        .where(and(eq(attempts.processor, 'manual'), eq(attempts.type, 'PAYMENT')))
        .orderBy(attempts.createdAt, attempts.id),
    ),
  );
  const row = rows[pick % Math.max(rows.length, 1)];
  if (!row) return;
  const reversal = { companyId, attemptId: row.id, cause: 'BOUNCED' } as const;
  await deps.database.inCompany({ companyId }, async (tx) => {
    const before = await sumUsedElsewhere(tx, row.invoiceId);
    const reversed = await reverseManualIn(tx, deps, reversal).catch((error: unknown) => {
      const isOfCredit = error instanceof AppError && error.code === 'CREDIT_TOO_LARGE';
      if (isOfCredit) unexplained.push(`cash ${row.id} is not reversed because of credit`);
      throw error;
    });
    const { id, state } = reversed;
    if (state !== 'RETURNED') unexplained.push(`cash ${id} was reversed and is ${state}`);
    if (await isCalledOffOwed(tx, reversed))
      unexplained.push(`cash ${id} was reversed and its invoice owes what was called off`);
    if ((await sumUsedElsewhere(tx, row.invoiceId)) !== before)
      unexplained.push(`cash ${id} was reversed and credit of other invoices was used`);
  });
}

export function workAtTill(world: SimWorld, invoice: SimInvoice, work: CashWork): Promise<void> {
  if (work.name === 'reverseCash') return reverse(world, work.invoice);
  return record(world, invoice, work);
}
