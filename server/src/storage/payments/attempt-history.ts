/** The attempts of one occurrence of an arrangement, oldest first: the input of R15's retry decision. */
import type { CompanyId } from '@quittance/contract/ids';
import { asc } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { matching } from '../keys.ts';
import { attempts } from '../schema/payments.ts';
import type { Attempt } from './attempts.ts';

type Occurrence = { companyId: CompanyId; occurrenceOf: string };

export async function listAttemptsOfOccurrence(
  tx: Tx,
  { companyId, occurrenceOf }: Occurrence,
): Promise<Attempt[]> {
  return tx
    .select()
    .from(attempts)
    .where(matching(attempts, { companyId, occurrenceOf }))
    .orderBy(asc(attempts.tryNumber), asc(attempts.createdAt));
}

export async function findLastAttemptOfOccurrence(tx: Tx, of: Occurrence): Promise<Attempt | null> {
  return (await listAttemptsOfOccurrence(tx, of)).at(-1) ?? null;
}
