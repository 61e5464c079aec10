/**
 * Mailed sign-in tokens. The update that marks a token as used decides races, so each works once. An
 * attempt at a code is counted before the code is compared.
 */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import { and, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { type CustomerKey, matching } from '../platform/database/keys.ts';
import { firstRow } from '../platform/database/rows.ts';
import { hasToken, type TokenKey } from '../platform/sealing/token-key.ts';
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

/** System scope only: the owner is known only from the token. */
export async function findLiveToken(
  tx: Tx,
  { now, ...token }: TokenKey & { now: Instant },
): Promise<SignInTokenRow | null> {
  return firstRow(
    tx
      .select()
      .from(signInTokens)
      .where(and(hasToken(signInTokens, token), isAlive(now))),
  );
}

/** Null for all but one of several concurrent callers. */
export async function useToken(
  tx: Tx,
  { companyId, id, now }: { companyId: CompanyId; id: string; now: Instant },
): Promise<SignInTokenRow | null> {
  return firstRow(
    tx
      .update(signInTokens)
      .set({ usedAt: now })
      .where(and(matching(signInTokens, { companyId, id }), isAlive(now)))
      .returning(),
  );
}

/** After a sign-in, the customer's other tokens no longer work. */
export async function endOtherTokens(
  tx: Tx,
  { companyId, customerId, now }: CustomerKey & { now: Instant },
): Promise<void> {
  await tx
    .update(signInTokens)
    .set({ usedAt: now })
    .where(matching(signInTokens, { companyId, customerId, usedAt: null }));
}

/** The live tokens that one request for a mail has created: one for each customer of the address. */
export async function listTokensOfRequest(
  tx: Tx,
  { companyId, mailRequestId, now }: { companyId: CompanyId; mailRequestId: string; now: Instant },
): Promise<SignInTokenRow[]> {
  return tx
    .select()
    .from(signInTokens)
    .where(and(matching(signInTokens, { companyId, mailRequestId }), isAlive(now)));
}

/** Spends one attempt at the code of the opened link; null when the link is dead or none is left. */
export async function spendCodeAttempt(
  tx: Tx,
  {
    attemptsMax,
    now,
    ...link
  }: {
    companyId: CompanyId;
    tokenHash: string;
    now: Instant;
    attemptsMax: number;
  },
): Promise<SignInTokenRow | null> {
  return firstRow(
    tx
      .update(signInTokens)
      .set({ codeTries: sql`${signInTokens.codeTries} + 1` })
      .where(
        and(matching(signInTokens, link), isAlive(now), lt(signInTokens.codeTries, attemptsMax)),
      )
      .returning(),
  );
}
