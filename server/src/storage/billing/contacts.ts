/** A customer's e-mail addresses and phone numbers, and the proofs that somebody reads them. */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId, ContactId, CustomerId } from '@quittance/contract/ids';
import { and, asc, count, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { contactProofs } from '../schema/access.ts';
import { contacts } from '../schema/customers.ts';

type Owner = { companyId: CompanyId; customerId: CustomerId };
type OwnContact = Owner & { contactId: ContactId };

export type ContactRow = typeof contacts.$inferSelect;

/** Those that are not removed, the primary ones first. */
export async function listContacts(
  tx: Tx,
  { companyId, customerId }: Owner,
): Promise<ContactRow[]> {
  return tx
    .select()
    .from(contacts)
    .where(
      and(
        eq(contacts.companyId, companyId),
        eq(contacts.customerId, customerId),
        isNull(contacts.removedAt),
      ),
    )
    .orderBy(desc(contacts.isPrimary), asc(contacts.createdAt), asc(contacts.id));
}

/** Whatever became of it: a removed one is found too, so that removing it again is no surprise. */
export async function findContact(tx: Tx, own: OwnContact): Promise<ContactRow | null> {
  const [row] = await tx.select().from(contacts).where(isContact(own));
  return row ?? null;
}

function isContact({ companyId, customerId, contactId }: OwnContact) {
  return and(
    eq(contacts.companyId, companyId),
    eq(contacts.customerId, customerId),
    eq(contacts.id, contactId),
  );
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

/** A new value is a new version: what proved the old one proves nothing any more. */
export async function updateContact(tx: Tx, own: OwnContact, change: ContactChange): Promise<void> {
  const version = change.value === undefined ? {} : { version: sql`${contacts.version} + 1` };
  await tx
    .update(contacts)
    .set({ ...change, ...version })
    .where(isContact(own));
}

export async function countProofs(
  tx: Tx,
  { companyId, customerId }: Owner,
  since: Instant,
): Promise<number> {
  const [row] = await tx
    .select({ sent: count() })
    .from(contactProofs)
    .where(
      and(
        eq(contactProofs.companyId, companyId),
        eq(contactProofs.customerId, customerId),
        gt(contactProofs.createdAt, since),
      ),
    );
  return row?.sent ?? 0;
}

export async function insertProof(tx: Tx, proof: typeof contactProofs.$inferInsert): Promise<void> {
  await tx.insert(contactProofs).values(proof);
}

export type ProofRow = typeof contactProofs.$inferSelect;

/** Used once, in time, by its owner: all of it in one statement, so that two cannot both succeed. */
export async function takeProof(
  tx: Tx,
  { companyId, customerId }: Owner,
  { tokenHash, now }: { tokenHash: string; now: Instant },
): Promise<ProofRow | null> {
  const [row] = await tx
    .update(contactProofs)
    .set({ usedAt: now })
    .where(
      and(
        eq(contactProofs.companyId, companyId),
        eq(contactProofs.customerId, customerId),
        eq(contactProofs.tokenHash, tokenHash),
        isNull(contactProofs.usedAt),
        gt(contactProofs.expiresAt, now),
      ),
    )
    .returning();
  return row ?? null;
}
