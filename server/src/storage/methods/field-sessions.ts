/** Processors' sessions for their own fields, by an id the browser may know. */
import type { CompanyId, RequestId } from '@quittance/contract/ids';
import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { fieldSessions } from '../schema/access.ts';

export type FieldSessionRow = typeof fieldSessions.$inferSelect;

export async function insertFieldSession(tx: Tx, row: FieldSessionRow): Promise<void> {
  await tx.insert(fieldSessions).values(row);
}

/** Without a request: a session for fields that only add a method. */
type SessionKey = { companyId: CompanyId; requestId: RequestId | null; sessionId: string };

export async function findFieldSession(tx: Tx, key: SessionKey): Promise<FieldSessionRow | null> {
  const [row] = await tx
    .select()
    .from(fieldSessions)
    .where(
      and(
        eq(fieldSessions.companyId, key.companyId),
        key.requestId === null
          ? isNull(fieldSessions.requestId)
          : eq(fieldSessions.requestId, key.requestId),
        eq(fieldSessions.id, key.sessionId),
      ),
    );
  return row ?? null;
}
