/** Sessions of a processor's hosted fields, identified to the browser by our own id. */
import type { CompanyId, RequestId } from '@quittance/contract/ids';
import type { Tx } from '../platform/database/database.ts';
import { findRow } from '../platform/database/rows.ts';
import { fieldSessions } from '../schema/access.ts';

export type FieldSessionRow = typeof fieldSessions.$inferSelect;

export async function insertFieldSession(tx: Tx, row: FieldSessionRow): Promise<void> {
  await tx.insert(fieldSessions).values(row);
}

/** `requestId` is null for fields that only add a method. */
type SessionKey = { companyId: CompanyId; requestId: RequestId | null; sessionId: string };

export async function findFieldSession(
  tx: Tx,
  { companyId, requestId, sessionId }: SessionKey,
): Promise<FieldSessionRow | null> {
  return findRow(tx, fieldSessions, { companyId, requestId, id: sessionId });
}
