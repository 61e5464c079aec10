/** A customer's email addresses and phone numbers, and the emailed proofs that verify them. */
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

/** Also finds removed contacts, which makes removal idempotent. */
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

/** A new value gets a new version, so that proofs of the old value no longer count. */
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

/**
 * A token works once, before it expires, and only for its owner. One statement ensures that it cannot be used
 * twice.
 */
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
