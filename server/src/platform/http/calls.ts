/** Answers of calls with an Idempotency-Key. The row is written in the transaction of the call. */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import { providerCalls } from '../../schema/provider.ts';
import type { Tx } from '../database/database.ts';
import { matching } from '../database/keys.ts';
import { findRow, hasRows } from '../database/rows.ts';

export type CallRow = typeof providerCalls.$inferSelect;
export type CallKey = { companyId: CompanyId; key: string };

/** False when the key was used before. A call in progress under the same key is waited for. */
export async function claimCall(
  tx: Tx,
  call: CallKey & { requestHash: string; createdAt: Instant },
): Promise<boolean> {
  return hasRows(
    tx
      .insert(providerCalls)
      .values(call)
      .onConflictDoNothing()
      .returning({ key: providerCalls.key }),
  );
}

export async function findCall(tx: Tx, { companyId, key }: CallKey): Promise<CallRow | null> {
  return findRow(tx, providerCalls, { companyId, key });
}

/** The calls whose answers show an object. */
export async function listKeysOfAnswers(
  tx: Tx,
  { companyId, objectId }: { companyId: CompanyId; objectId: string },
): Promise<string[]> {
  const isAbout = matching(providerCalls, { companyId, objectId });
  const rows = await tx.select({ key: providerCalls.key }).from(providerCalls).where(isAbout);
  return rows.map(({ key }) => key);
}

export async function storeAnswer(
  tx: Tx,
  { companyId, key }: CallKey,
  answer: Partial<Pick<CallRow, 'status' | 'answerSealed' | 'objectId'>>,
): Promise<void> {
  await tx.update(providerCalls).set(answer).where(matching(providerCalls, { companyId, key }));
}
