/**
 * Email sign-ins of both realms, and staff invitations. Each has a token for the link and a code to type, and using
 * either one consumes both. The update that marks a token as used resolves races. An attempt at a code is counted
 * before the code is compared.
 */

import type { Instant } from '@quittance/contract/dates';
import type { CompanyId, ContactId } from '@quittance/contract/ids';
import { and, gt, lt, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { addMs } from '../kernel/clock.ts';
import type { Deps } from '../kernel/deps.ts';
import type { Tx } from '../platform/database/database.ts';
import { matching } from '../platform/database/keys.ts';
import { hasRows, insertRow, listRows } from '../platform/database/rows.ts';
import { hashToken, mintCompanyToken, type TokenKey } from '../platform/sealing/secret-token.ts';
import { findByToken } from '../platform/sealing/token-key.ts';
import { type Owner, ownerKey, ownerRealm, REALMS, type RealmName } from './realm.ts';
import { hashCode, mintCode } from './sign-in-code.ts';

type Tables = { [Name in RealmName]: (typeof REALMS)[Name]['tables']['signInTokens'] };
export type SignInToken<Name extends RealmName = RealmName> = Tables[Name]['$inferSelect'];

type NewToken = {
  owner: Owner;
  lastsMs: number;
  nonceHash?: string;
  mailRequestId?: string;
  contactId?: ContactId;
};

export async function createSignInToken(
  tx: Tx,
  { clock, entropy }: Pick<Deps, 'clock' | 'entropy'>,
  { owner, lastsMs, ...mail }: NewToken,
): Promise<{ id: string; token: string; code: string }> {
  const id = entropy.uuid();
  const token = mintCompanyToken(entropy.bytes, owner.companyId);
  const code = mintCode(entropy.bytes);
  const createdAt = clock.now();
  const table: PgTable = ownerRealm(owner).tables.signInTokens;
  await insertRow(tx, table, {
    ...ownerKey(owner),
    ...mail,
    id,
    tokenHash: hashToken(token),
    codeHash: hashCode(id, code),
    createdAt,
    expiresAt: addMs(createdAt, lastsMs),
  });
  return { id, token, code };
}

function isAlive({ usedAt, expiresAt }: SignInToken, now: Instant): boolean {
  return usedAt === null && now < expiresAt;
}

/** Requires system scope, like the functions below: the token determines the owner. */
export async function findLiveToken(
  tx: Tx,
  realm: RealmName,
  { tokenHash, companyId, now }: TokenKey & { now: Instant },
): Promise<SignInToken | null> {
  const table = REALMS[realm].tables.signInTokens;
  const row = await findByToken(tx, table, { companyId, hash: { tokenHash } });
  return row && isAlive(row, now) ? row : null;
}

export async function listTokensOfRequest(
  tx: Tx,
  realm: RealmName,
  { now, ...request }: { companyId: CompanyId; mailRequestId: string; now: Instant },
): Promise<SignInToken[]> {
  const table = REALMS[realm].tables.signInTokens;
  const rows = await listRows(tx, table, { values: request, orderedBy: ['createdAt'] });
  return rows.filter((row) => isAlive(row, now));
}

/** Returns true for only one of several concurrent callers. The owner's other tokens end too. */
export async function useToken(tx: Tx, token: SignInToken, now: Instant): Promise<boolean> {
  const table = ownerRealm(token).tables.signInTokens;
  const { companyId, id } = token;
  const isUsed = await hasRows(
    tx
      .update(table)
      .set({ usedAt: now })
      .where(and(matching(table, { companyId, id, usedAt: null }), gt(table.expiresAt, now)))
      .returning({ id: table.id }),
  );
  if (isUsed) await endTokens(tx, token, now);
  return isUsed;
}

export async function endTokens(tx: Tx, owner: Owner, now: Instant): Promise<void> {
  const table = ownerRealm(owner).tables.signInTokens;
  await tx
    .update(table)
    .set({ usedAt: now })
    .where(matching(table, { ...ownerKey(owner), usedAt: null }));
}

type LinkKey = { companyId: CompanyId; tokenHash: string; now: Instant };

/** Uses one attempt at the code of the opened link. Returns null if the link is invalid or no attempts are left. */
export async function spendCodeAttempt(
  tx: Tx,
  realm: RealmName,
  { now, attemptsMax, ...link }: LinkKey & { attemptsMax: number },
): Promise<SignInToken | null> {
  const table = REALMS[realm].tables.signInTokens;
  const isOpen = and(
    matching(table, { ...link, usedAt: null }),
    gt(table.expiresAt, now),
    lt(table.codeTries, attemptsMax),
  );
  const change = { codeTries: sql`${table.codeTries} + 1` };
  const [tried] = await tx.update(table).set(change).where(isOpen).returning();
  return tried ?? null;
}
