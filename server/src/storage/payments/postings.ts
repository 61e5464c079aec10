/** The append-only ledger. */
import type { Instant } from '@quittance/contract/dates';
import type { Posting } from '@quittance/domain/postings';
import { and, asc, like } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { matching } from '../keys.ts';
import { postings } from '../schema/payments.ts';
import type { AttemptKey } from './attempts.ts';

/** The postings of an attempt's success: everything it posted into clearing. */
export async function listReceived(
  tx: Tx,
  { companyId, attemptId }: AttemptKey,
): Promise<Posting[]> {
  return tx
    .select({
      source: postings.source,
      destination: postings.destination,
      amountCents: postings.amountCents,
    })
    .from(postings)
    .where(
      and(matching(postings, { companyId, attemptId }), like(postings.destination, 'clearing:%')),
    )
    .orderBy(asc(postings.id));
}

export async function appendPostings(
  tx: Tx,
  { companyId, attemptId, at }: AttemptKey & { at: Instant },
  entries: readonly Posting[],
): Promise<void> {
  if (entries.length === 0) return;
  await tx
    .insert(postings)
    .values(entries.map((entry) => ({ companyId, attemptId, at, ...entry })));
}
