/** Credit notes are attempts without money (R90): `reference` is the number and `note` is the reason. */
import type { AttemptId, CompanyId, InvoiceId } from '@quittance/contract/ids';
import { type Cents, subtractCents } from '@quittance/contract/money';
import { and, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '../platform/database/database.ts';
import { type InvoiceKey, isAnyId, matching } from '../platform/database/keys.ts';
import { findRow, listRows } from '../platform/database/rows.ts';
import { attempts } from '../schema/payments.ts';
import type { Attempt, AttemptKey } from './attempts.ts';
import { lockName } from './recent-attempts.ts';

const NOTE = { method: 'CREDIT_NOTE' } as const;

export function listNotes(tx: Tx, { companyId, invoiceId }: InvoiceKey): Promise<Attempt[]> {
  const values = { companyId, invoiceId, ...NOTE };
  return listRows(tx, attempts, { values, orderedBy: ['createdAt', 'id'] });
}

export function listStandingNotes(tx: Tx, key: InvoiceKey): Promise<Attempt[]> {
  const { companyId, invoiceId } = key;
  const values = { companyId, invoiceId, state: 'SUCCEEDED', ...NOTE } as const;
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

export type UnusedNote = { id: AttemptId; invoiceId: InvoiceId; amountCents: Cents };

/** The credit that standing notes of these invoices gave and that is not used. */
export async function listUnusedNotes(
  tx: Tx,
  { companyId, invoiceIds }: { companyId: CompanyId; invoiceIds: readonly InvoiceId[] },
): Promise<UnusedNote[]> {
  if (invoiceIds.length === 0) return [];
  const unused = sql`${attempts.creditCents} > ${attempts.creditUsedCents}`;
  const rows = await tx
    .select()
    .from(attempts)
    .where(
      and(
        matching(attempts, { companyId, ...NOTE, state: 'SUCCEEDED' }),
        isAnyId(attempts.invoiceId, invoiceIds),
        unused,
      ),
    );
  return rows.flatMap(({ id, invoiceId, creditCents, creditUsedCents }) =>
    invoiceId ? [{ id, invoiceId, amountCents: subtractCents(creditCents, creditUsedCents) }] : [],
  );
}
