/**
 * Ways in that were mailed. Each is used once: the update that marks it used is the only judge of who
 * came first, and a try at a code is counted before the code is looked at.
 */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId, CustomerId } from '@quittance/contract/ids';
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { signInTokens } from '../schema/access.ts';

export type SignInTokenRow = typeof signInTokens.$inferSelect;

export async function insertSignInToken(
  tx: Tx,
  token: typeof signInTokens.$inferInsert,
): Promise<void> {
  await tx.insert(signInTokens).values(token);
}

function isAlive(now: Instant) {
  return and(isNull(signInTokens.usedAt), gt(signInTokens.expiresAt, now));
}

/** System scope only: the token itself tells whose it is. */
export async function findLiveToken(
  tx: Tx,
  { tokenHash, now }: { tokenHash: string; now: Instant },
): Promise<SignInTokenRow | null> {
  const [row] = await tx
    .select()
    .from(signInTokens)
    .where(and(eq(signInTokens.tokenHash, tokenHash), isAlive(now)));
  return row ?? null;
}

/** Of all who come with the same token at the same time, one gets the row. */
export async function useToken(
  tx: Tx,
  { companyId, id, now }: { companyId: CompanyId; id: string; now: Instant },
): Promise<SignInTokenRow | null> {
  const [row] = await tx
    .update(signInTokens)
    .set({ usedAt: now })
    .where(and(eq(signInTokens.companyId, companyId), eq(signInTokens.id, id), isAlive(now)))
    .returning();
  return row ?? null;
}

/** Who is in needs no other way in: what else was mailed to them is over. */
export async function endOtherTokens(
  tx: Tx,
  { companyId, customerId, now }: { companyId: CompanyId; customerId: CustomerId; now: Instant },
): Promise<void> {
  await tx
    .update(signInTokens)
    .set({ usedAt: now })
    .where(
      and(
        eq(signInTokens.companyId, companyId),
        eq(signInTokens.customerId, customerId),
        isNull(signInTokens.usedAt),
      ),
    );
}

export type CodeTry = {
  companyId: CompanyId;
  /** The cookie of the browser that asked, or the token of the link that was opened. */
  by: { nonceHash: string } | { tokenHash: string };
  now: Instant;
  triesMax: number;
};

/** Spends one try of every living way in that this browser can name, and answers those that had one. */
export async function spendTry(tx: Tx, codeTry: CodeTry): Promise<SignInTokenRow[]> {
  const { companyId, by, now, triesMax } = codeTry;
  const named =
    'tokenHash' in by
      ? eq(signInTokens.tokenHash, by.tokenHash)
      : eq(signInTokens.nonceHash, by.nonceHash);
  return tx
    .update(signInTokens)
    .set({ codeTries: sql`${signInTokens.codeTries} + 1` })
    .where(
      and(
        eq(signInTokens.companyId, companyId),
        named,
        isAlive(now),
        lt(signInTokens.codeTries, triesMax),
      ),
    )
    .returning();
}

/** System scope. They hold nothing but hashes; kept for a while for questions, then dropped. */
export async function deleteTokensBefore(tx: Tx, at: Instant): Promise<void> {
  await tx.delete(signInTokens).where(lt(signInTokens.expiresAt, at));
}
