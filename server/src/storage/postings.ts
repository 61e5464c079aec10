/** The append-only ledger. */
import type { Instant } from '@quittance/contract/dates';
import type { Posting } from '@quittance/domain/postings';
import type { AttemptKey } from './attempts.ts';
import type { Tx } from './database.ts';
import { postings } from './schema/payments.ts';

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
