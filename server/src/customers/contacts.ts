/** A customer's email addresses and phone numbers, and the mailed proofs that verify them. */
import type { Instant } from '@quittance/contract/dates';
import type { ContactId } from '@quittance/contract/ids';
import { and, asc, desc, gt, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { type CustomerKey, matching } from '../platform/database/keys.ts';
import { findRow, firstRow } from '../platform/database/rows.ts';
import { contactProofs } from '../schema/access.ts';
import { contacts } from '../schema/customers.ts';

type OwnContact = CustomerKey & { contactId: ContactId };

export type ContactRow = typeof contacts.$inferSelect;

/** Those that are not removed, the primary ones first. */
export async function listContacts(
  tx: Tx,
  { companyId, customerId }: CustomerKey,
): Promise<ContactRow[]> {
  return tx
    .select()
    .from(contacts)
    .where(matching(contacts, { companyId, customerId, removedAt: null }))
    .orderBy(desc(contacts.isPrimary), asc(contacts.createdAt), asc(contacts.id));
}

/** Removed contacts are found too, which makes removing one idempotent. */
export async function findContact(
  tx: Tx,
  { companyId, customerId, contactId }: OwnContact,
): Promise<ContactRow | null> {
  return findRow(tx, contacts, { companyId, customerId, id: contactId });
}

export async function insertContact(tx: Tx, contact: typeof contacts.$inferInsert): Promise<void> {
  await tx.insert(contacts).values(contact);
}

export type ContactChange = Partial<
  Pick<
    ContactRow,
    'value' | 'isPrimary' | 'isEnabled' | 'verifiedAt' | 'bouncedAt' | 'removedAt' | 'removalReason'
  >
>;

/** A new value is a new version: proofs of the old value no longer count. */
export async function updateContact(
  tx: Tx,
  { companyId, customerId, contactId }: OwnContact,
  change: ContactChange,
): Promise<void> {
  const version = change.value === undefined ? {} : { version: sql`${contacts.version} + 1` };
  await tx
    .update(contacts)
    .set({ ...change, ...version })
    .where(matching(contacts, { companyId, customerId, id: contactId }));
}

export async function countProofs(
  tx: Tx,
  { companyId, customerId }: CustomerKey,
  since: Instant,
): Promise<number> {
  const isOwn = matching(contactProofs, { companyId, customerId });
  return tx.$count(contactProofs, and(isOwn, gt(contactProofs.createdAt, since)));
}

export async function insertProof(tx: Tx, proof: typeof contactProofs.$inferInsert): Promise<void> {
  await tx.insert(contactProofs).values(proof);
}

export type ProofRow = typeof contactProofs.$inferSelect;

/** A proof works once, in time, for its owner. One statement, so that it cannot be used twice. */
export async function spendSignInToken(
  tx: Tx,
  { companyId, customerId }: CustomerKey,
  { tokenHash, now }: { tokenHash: string; now: Instant },
): Promise<ProofRow | null> {
  const isUnused = matching(contactProofs, { companyId, customerId, tokenHash, usedAt: null });
  return firstRow(
    tx
      .update(contactProofs)
      .set({ usedAt: now })
      .where(and(isUnused, gt(contactProofs.expiresAt, now)))
      .returning(),
  );
}
