/** Mandates: the exact text that a payer agreed to, with the evidence of consent. */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId, MandateId } from '@quittance/contract/ids';
import type { Tx } from '../platform/database/database.ts';
import { type MethodKey, matching } from '../platform/database/keys.ts';
import { findRow } from '../platform/database/rows.ts';
import { mandates } from '../schema/customers.ts';

export type MandateRow = typeof mandates.$inferSelect;
export type NewMandate = typeof mandates.$inferInsert;
type MandateKey = { companyId: CompanyId; mandateId: MandateId };

export async function insertMandate(tx: Tx, mandate: NewMandate): Promise<void> {
  await tx.insert(mandates).values(mandate);
}

export async function findMandate(
  tx: Tx,
  { companyId, mandateId }: MandateKey,
): Promise<MandateRow | null> {
  return findRow(tx, mandates, { companyId, id: mandateId });
}

/** A mandate that is already revoked keeps its revocation time. */
export async function revokeMandate(
  tx: Tx,
  { companyId, mandateId }: MandateKey,
  revokedAt: Instant,
): Promise<void> {
  await tx
    .update(mandates)
    .set({ revokedAt })
    .where(matching(mandates, { companyId, id: mandateId, revokedAt: null }));
}

export async function revokeMandates(
  tx: Tx,
  { companyId, methodId }: MethodKey,
  revokedAt: Instant,
): Promise<void> {
  await tx
    .update(mandates)
    .set({ revokedAt })
    .where(matching(mandates, { companyId, methodId, revokedAt: null }));
}
