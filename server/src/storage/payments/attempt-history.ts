/** The tries of one occurrence, oldest first: what R15 decides from. Reads only. */
import type { CompanyId } from '@quittance/contract/ids';
import { and, asc, eq } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { attempts } from '../schema/payments.ts';
import type { Attempt } from './attempts.ts';

type Occurrence = { companyId: CompanyId; occurrenceOf: string };

export async function listAttemptsOfOccurrence(tx: Tx, of: Occurrence): Promise<Attempt[]> {
  return tx
    .select()
    .from(attempts)
    .where(and(eq(attempts.companyId, of.companyId), eq(attempts.occurrenceOf, of.occurrenceOf)))
    .orderBy(asc(attempts.tryNumber), asc(attempts.createdAt));
}

export async function findLastAttemptOfOccurrence(tx: Tx, of: Occurrence): Promise<Attempt | null> {
  return (await listAttemptsOfOccurrence(tx, of)).at(-1) ?? null;
}
