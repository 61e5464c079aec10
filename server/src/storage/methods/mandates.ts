/** What payers agreed to, word for word, with the evidence of it. */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId, MandateId, MethodId } from '@quittance/contract/ids';
import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { mandates } from '../schema/customers.ts';

export type MandateRow = typeof mandates.$inferSelect;
export type NewMandate = typeof mandates.$inferInsert;
type MandateKey = { companyId: CompanyId; mandateId: MandateId };

function isKey(key: MandateKey) {
  return and(eq(mandates.companyId, key.companyId), eq(mandates.id, key.mandateId));
}

export async function insertMandate(tx: Tx, mandate: NewMandate): Promise<void> {
  await tx.insert(mandates).values(mandate);
}

export async function findMandate(tx: Tx, key: MandateKey): Promise<MandateRow | null> {
  const [row] = await tx.select().from(mandates).where(isKey(key));
  return row ?? null;
}

/** One that was revoked before keeps the time of that. */
export async function revokeMandate(tx: Tx, key: MandateKey, at: Instant): Promise<void> {
  await tx
    .update(mandates)
    .set({ revokedAt: at })
    .where(and(isKey(key), isNull(mandates.revokedAt)));
}

type MethodKey = { companyId: CompanyId; methodId: MethodId };

/** Nothing may be charged to a method any more. */
export async function revokeMandatesOf(tx: Tx, key: MethodKey, revokedAt: Instant): Promise<void> {
  await tx
    .update(mandates)
    .set({ revokedAt })
    .where(
      and(
        eq(mandates.companyId, key.companyId),
        eq(mandates.methodId, key.methodId),
        isNull(mandates.revokedAt),
      ),
    );
}
