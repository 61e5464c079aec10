import type { Instant } from '@quittance/contract/dates';
import type { Posting } from '@quittance/domain/postings';
import { asc } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { matching } from '../platform/database/keys.ts';
import { insertAhead } from '../platform/database/rows.ts';
import { postings } from '../schema/payments.ts';
import type { AttemptKey, OwnedAttempt } from './attempts.ts';

export async function listPostings(
  tx: Tx,
  { companyId, attemptId }: AttemptKey,
): Promise<Posting[]> {
  return tx
    .select({
      source: postings.source,
      destination: postings.destination,
      amountCents: postings.amountCents,
      refundId: postings.refundId,
    })
    .from(postings)
    .where(matching(postings, { companyId, attemptId }))
    .orderBy(asc(postings.id));
}

export async function appendPostings(
  tx: Tx,
  { attempt, at }: { attempt: OwnedAttempt; at: Instant },
  entries: readonly Posting[],
): Promise<void> {
  if (entries.length === 0) return;
  const { companyId, id: attemptId, customerId } = attempt;
  const rows = entries.map((entry) => ({ companyId, attemptId, customerId, at, ...entry }));
  insertAhead(tx, postings, ...rows);
}
