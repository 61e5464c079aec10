/** Sessions and the short-lived bearers that hang on them; both found by the hash of their secret. */
import type { Instant } from '@quittance/contract/dates';
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Tx } from './database.ts';
import { bearers, sessions } from './schema/access.ts';

export type SessionRow = typeof sessions.$inferSelect;

export async function insertSession(tx: Tx, session: typeof sessions.$inferInsert): Promise<void> {
  await tx.insert(sessions).values(session);
}

export async function insertBearer(tx: Tx, bearer: typeof bearers.$inferInsert): Promise<void> {
  await tx.insert(bearers).values(bearer);
}

/** System scope only: the bearer itself tells whose it is. Null when it or its session has ended. */
export async function findSessionOfBearer(
  tx: Tx,
  { tokenHash, now }: { tokenHash: string; now: Instant },
): Promise<SessionRow | null> {
  const [row] = await tx
    .select({ session: sessions })
    .from(bearers)
    .innerJoin(
      sessions,
      and(eq(sessions.companyId, bearers.companyId), eq(sessions.id, bearers.sessionId)),
    )
    .where(
      and(
        eq(bearers.tokenHash, tokenHash),
        gt(bearers.expiresAt, now),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, now),
      ),
    );
  return row?.session ?? null;
}
