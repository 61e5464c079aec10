/**
 * Guesses at the code in a sign-in email, counted for the newest request of a browser. Requires system scope. A
 * request without a customer is counted too, so that its guesses get the same responses in the same time.
 */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import { and, gt, lte, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { matching } from '../platform/database/keys.ts';
import { firstRow } from '../platform/database/rows.ts';
import { codeGuesses } from '../schema/limits.ts';

export type MailRequest = {
  companyId: CompanyId;
  nonceHash: string;
  requestId: string;
  expiresAt: Instant;
};

/** A newer request replaces the older one, whose codes no longer work. */
export async function startGuesses(tx: Tx, request: MailRequest): Promise<void> {
  const { requestId, expiresAt } = request;
  await tx
    .insert(codeGuesses)
    .values({ ...request, guesses: 0 })
    .onConflictDoUpdate({
      target: [codeGuesses.companyId, codeGuesses.nonceHash],
      set: { requestId, expiresAt, guesses: 0 },
    });
}

export async function spendGuess(
  tx: Tx,
  { companyId, nonceHash, now }: { companyId: CompanyId; nonceHash: string; now: Instant },
): Promise<{ requestId: string; guesses: number } | null> {
  return firstRow(
    tx
      .update(codeGuesses)
      .set({ guesses: sql`${codeGuesses.guesses} + 1` })
      .where(and(matching(codeGuesses, { companyId, nonceHash }), gt(codeGuesses.expiresAt, now)))
      .returning(),
  );
}

export async function deleteGuessesBefore(tx: Tx, now: Instant): Promise<void> {
  await tx.delete(codeGuesses).where(lte(codeGuesses.expiresAt, now));
}
