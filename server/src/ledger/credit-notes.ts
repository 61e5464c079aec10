/** Credit notes are attempts without money (R90): `reference` is the number and `note` is the reason. */
import type { CompanyId } from '@quittance/contract/ids';
import { addCents, type Cents, subtractCents } from '@quittance/contract/money';
import { and, asc, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '../platform/database/database.ts';
import { type CustomerKey, type InvoiceKey, isAnyId, matching } from '../platform/database/keys.ts';
import { findRow, listRows } from '../platform/database/rows.ts';
import { attempts } from '../schema/payments.ts';
import { refunds } from '../schema/refunds.ts';
import type { Attempt, AttemptKey } from './attempts.ts';
import { lockName } from './recent-attempts.ts';

const NOTE = { method: 'CREDIT_NOTE' } as const;

export function listNotes(tx: Tx, { companyId, invoiceId }: InvoiceKey): Promise<Attempt[]> {
  const values = { companyId, invoiceId, ...NOTE };
  return listRows(tx, attempts, { values, orderedBy: ['createdAt', 'id'] });
}

export function findNote(tx: Tx, { companyId, attemptId }: AttemptKey): Promise<Attempt | null> {
  return findRow(tx, attempts, { companyId, id: attemptId, ...NOTE });
}

/** Serializes the notes of a company, so that each gets the next number. */
export const lockNumbers = (tx: Tx, companyId: CompanyId) => lockName(tx, `notes:${companyId}`);

const numberSchema = z.tuple([z.object({ next: z.coerce.number().int() })]);

/** Numbers of the company's own that look different are skipped. */
export async function findNoteNumber(tx: Tx, companyId: CompanyId): Promise<string> {
  const { rows } = await tx.execute(sql`
    select coalesce(max(substring(upper(${attempts.reference}) from '^CN-([0-9]{1,9})$')::bigint), 0) + 1 as next
    from ${attempts} where ${matching(attempts, { companyId, ...NOTE })}`);
  const [{ next }] = numberSchema.parse(rows);
  return `CN-${String(next).padStart(4, '0')}`;
}

/** Locks the customer's notes, oldest first. Each has the credit that is not paid out, read after the lock. */
export async function lockNotes(
  tx: Tx,
  { companyId, customerId }: CustomerKey,
): Promise<{ note: Attempt; leftCents: Cents }[]> {
  const notes = await tx
    .select()
    .from(attempts)
    .where(matching(attempts, { companyId, customerId, ...NOTE }))
    .orderBy(asc(attempts.createdAt), asc(attempts.id))
    .for('no key update');
  const ids = notes.map(({ id }) => id);
  const { attemptId, amountCents } = refunds;
  const paidOut = await tx
    .select({ attemptId, amountCents })
    .from(refunds)
    .where(and(matching(refunds, { companyId, state: 'SUCCEEDED' }), isAnyId(attemptId, ids)));
  return notes.map((note) => {
    const own = paidOut.filter((refund) => refund.attemptId === note.id);
    const paidCents = addCents(...own.map((refund) => refund.amountCents));
    return { note, leftCents: subtractCents(note.creditCents, paidCents) };
  });
}
