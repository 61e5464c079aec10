/**
 * Payments that the company records itself (R89), on one invoice, on two or on account (R116), with a rest that is
 * credit or written off (R101), possibly twice under one number (R102), and reverses.
 */

import type { InvoiceId } from '@quittance/contract/ids';
import { addCents, cents, subtractCents } from '@quittance/contract/money';
import { MANUAL_METHODS } from '@quittance/contract/vocabulary';
import { and, eq, ne } from 'drizzle-orm';
import { isAboutMistake } from '../../src/app/mail/mistaken-payment.ts';
import type { MailPayload } from '../../src/customers/mail/mail-payload.ts';
import { findInvoice } from '../../src/invoices/store.ts';
import { AppError } from '../../src/kernel/errors.ts';
import { type Attempt, findAttempt } from '../../src/ledger/attempts.ts';
import { listNotes } from '../../src/ledger/credit-notes.ts';
import { listHolds } from '../../src/ledger/holds.ts';
import { hasOpenIntentOn } from '../../src/ledger/intents.ts';
import { recordManualIn, reverseManualIn } from '../../src/payments/record-manual.ts';
import type { Tx } from '../../src/platform/database/database.ts';
import { attempts } from '../../src/schema/payments.ts';
import type { CashWork } from './commands.ts';
import { shownBy } from './pay.ts';
import { uninstrumented } from './process.ts';
import type { SimInvoice, SimWorld } from './world.ts';

type Receipt = SimWorld['receipts'][number];
type Recording = Exclude<CashWork, { name: 'reverseCash' }>;

function coveredBy({ invoices }: SimWorld, work: Recording): SimInvoice[] {
  if (work.name === 'recordOnAccount') return [];
  const covered = work.isTogether ? [work.invoice, work.invoice + 1] : [work.invoice];
  return [...new Set(covered.flatMap((pick) => invoices[pick % invoices.length] ?? []))];
}

function toAmount(work: Recording, owedCents: number): number {
  if (work.name === 'recordShort') return owedCents - work.short;
  return work.name === 'recordCash' && work.isWhole ? owedCents : Math.ceil(owedCents / 2);
}

async function toParts(world: SimWorld, work: Recording): Promise<Receipt['parts']> {
  const parts = [];
  for (const invoice of coveredBy(world, work)) {
    const { amount } = await shownBy(world, invoice);
    const amountCents = cents(Math.max(toAmount(work, amount), 0));
    if (amountCents > 0) parts.push({ invoiceId: invoice.invoiceId, amountCents });
  }
  return parts;
}

async function newReceipt(world: SimWorld, work: Recording): Promise<Receipt> {
  const { customerId } = world.company;
  const parts = await toParts(world, work);
  const beyond = work.name === 'recordOnAccount' ? work.amount : 0;
  const surplus = work.name === 'recordCash' && parts.length > 0 ? (work.surplus ?? 0) : beyond;
  const receipt = {
    reference: world.entropy.uuid(),
    method: MANUAL_METHODS[world.receipts.length % MANUAL_METHODS.length] ?? 'CASH',
    parts,
    receivedCents: addCents(...parts.map(({ amountCents }) => amountCents), cents(surplus)),
    ...(work.name === 'recordOnAccount' ? { customerId } : {}),
    ...(work.name === 'recordShort' ? { writesOffRest: true } : {}),
  };
  world.receipts.push(receipt);
  return receipt;
}

/** The number in capitals is the same number (R102). */
function repeated(world: SimWorld, work: Recording): Receipt | null {
  const last = world.receipts.at(-1);
  if (work.name === 'recordShort' || !work.isRepeated || !last) return null;
  return { ...last, reference: last.reference.toUpperCase() };
}

/** A number is taken only by a payment that stands (R102). */
async function isTaken(tx: Tx, { method, reference }: Receipt): Promise<boolean> {
  const rows = await tx.select().from(attempts).where(eq(attempts.method, method));
  const isSame = (row: Attempt) => row.reference?.toLowerCase() === reference.toLowerCase();
  return rows.some((row) => isSame(row) && row.state !== 'RETURNED');
}

async function recordIn(tx: Tx, world: SimWorld, receipt: Receipt): Promise<void> {
  const { company, clock, deps, unexplained } = world;
  const { companyId } = company;
  const { reference, receivedCents, parts } = receipt;
  const payment = { companyId, ...receipt, actor: 'till', at: clock.now() };
  const wasTaken = await isTaken(tx, receipt);
  const attempt = await recordManualIn(tx, deps, payment).catch(async (error: unknown) => {
    const isNumber = error instanceof AppError && error.code === 'PAYMENT_REFERENCE_ALREADY_USED';
    // The payment with the number may be reversed at the same moment.
    if (isNumber && !wasTaken && !(await isTaken(tx, receipt)))
      unexplained.push(`${reference} was not used`);
    throw error;
  });
  const { id, state, amountCents, creditCents } = attempt;
  const paidCents = addCents(...parts.map((part) => part.amountCents));
  if (amountCents !== receivedCents)
    unexplained.push(`${id} is recorded with ${amountCents} instead of ${receivedCents}`);
  if (state !== 'SUCCEEDED') unexplained.push(`${id} is recorded and ${state}`);
  if (creditCents !== subtractCents(receivedCents, paidCents))
    unexplained.push(`${id} gives ${creditCents} of ${receivedCents} as credit`);
  for (const { invoiceId } of parts) {
    if (await hasOpenIntentOn(tx, { companyId, invoiceId }))
      unexplained.push(`${id} is recorded while its payer can confirm a charge`);
  }
}

async function record(world: SimWorld, work: Recording): Promise<void> {
  const { companyId } = world.company;
  const receipt = repeated(world, work) ?? (await newReceipt(world, work));
  if (receipt.receivedCents === 0) return;
  await world.deps.database.inCompany({ companyId }, (tx) => recordIn(tx, world, receipt));
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

/** A reversal is refused because of credit only if credit that the payment itself gave was used (R102). */
async function checkRefusal(
  tx: Tx,
  { unexplained }: SimWorld,
  { error, payment: { companyId, id: attemptId } }: { error: unknown; payment: Attempt },
): Promise<void> {
  if (!(error instanceof AppError)) return;
  if (error.code === 'CREDIT_TOO_LARGE')
    unexplained.push(`cash ${attemptId} is not reversed because of credit`);
  if (error.code !== 'CREDIT_ALREADY_USED') return;
  const { creditUsedCents = 0 } = (await findAttempt(tx, { companyId, attemptId })) ?? {};
  if (creditUsedCents === 0) unexplained.push(`cash ${attemptId} has unused credit only`);
}

/** No email has been sent, so that none about a mistake is (R102). */
async function checkMails(world: SimWorld, { id }: Attempt): Promise<void> {
  const { companyId } = world.company;
  const { rows } = await world.database.pool.query<{ payload: MailPayload; isMistake: boolean }>({
    name: 'mails',
    text: `select o.payload, a.response_code = 'error' as "isMistake" from outbox o
      join attempts a on a.company_id = o.company_id and a.id::text = o.payload -> 'data' ->> 'paymentId'
      where o.topic = 'mail' and a.id = $1 and o.payload ->> 'template' in ('receipt', 'payment-returned')`,
    values: [id],
  });
  for (const { payload, isMistake } of rows) {
    if ((await isAboutMistake(world, companyId, payload)) !== isMistake)
      world.unexplained.push(`${payload.template} of ${id} is ${isMistake ? 'sent' : 'withheld'}`);
  }
}

/** An accepted reversal is final: the money is gone. */
async function reverse(world: SimWorld, pick: number, isMistake: boolean): Promise<void> {
  const { company, database, deps, unexplained } = world;
  const { companyId } = company;
  const rows = await uninstrumented(() =>
    database.asSystem((tx) =>
      tx
        .select()
        .from(attempts)
        .where(and(eq(attempts.processor, 'manual'), eq(attempts.type, 'PAYMENT')))
        .orderBy(attempts.createdAt, attempts.id),
    ),
  );
  const row = rows[pick % Math.max(rows.length, 1)];
  if (!row) return;
  const cause = isMistake ? 'ERROR' : 'BOUNCED';
  const reversal = { companyId, attemptId: row.id, cause } as const;
  await deps.database.inCompany({ companyId }, async (tx) => {
    const before = await sumUsedElsewhere(tx, row.invoiceId);
    const reversed = await reverseManualIn(tx, deps, reversal).catch(async (error: unknown) => {
      await checkRefusal(tx, world, { error, payment: row });
      throw error;
    });
    const { id, state } = reversed;
    if (state !== 'RETURNED') unexplained.push(`cash ${id} was reversed and is ${state}`);
    if (await isCalledOffOwed(tx, reversed))
      unexplained.push(`cash ${id} was reversed and its invoice owes what was called off`);
    if ((await sumUsedElsewhere(tx, row.invoiceId)) !== before)
      unexplained.push(`cash ${id} was reversed and credit of other invoices was used`);
  });
  await uninstrumented(() => checkMails(world, row));
}

export function workAtTill(world: SimWorld, work: CashWork): Promise<void> {
  if (work.name === 'reverseCash') return reverse(world, work.invoice, work.isMistake === true);
  return record(world, work);
}
