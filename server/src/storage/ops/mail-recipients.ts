/** Whom a mail goes to, looked up at the moment it leaves, and addresses that turned out dead. */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId, ContactId, CustomerId } from '@quittance/contract/ids';
import { and, asc, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import { findCompany } from '../billing/companies.ts';
import type { Tx } from '../database.ts';
import { contacts, customers } from '../schema/customers.ts';

export type MailTarget = {
  companyId: CompanyId;
  customerId: CustomerId;
  /** A contact that is to be asked about itself need not be verified. */
  contactId?: ContactId | undefined;
};

/** System scope. Null when there is nobody left to write to. */
export async function findRecipient(tx: Tx, { companyId, customerId, contactId }: MailTarget) {
  const company = await findCompany(tx, companyId);
  const [customer] = await tx
    .select({ firstName: customers.firstName })
    .from(customers)
    .where(and(eq(customers.companyId, companyId), eq(customers.id, customerId)));
  const isMeant = contactId
    ? eq(contacts.id, contactId)
    : and(eq(contacts.isEnabled, true), isNotNull(contacts.verifiedAt), isNull(contacts.bouncedAt));
  const [contact] = await tx
    .select({ id: contacts.id, address: contacts.value })
    .from(contacts)
    .where(
      and(
        eq(contacts.companyId, companyId),
        eq(contacts.customerId, customerId),
        eq(contacts.type, 'EMAIL'),
        isNull(contacts.removedAt),
        isMeant,
      ),
    )
    .orderBy(desc(contacts.isPrimary), asc(contacts.createdAt))
    .limit(1);
  return company && customer && contact ? { company, customer, contact } : null;
}

export async function markBounced(
  tx: Tx,
  { companyId, contactId }: { companyId: CompanyId; contactId: ContactId },
  at: Instant,
): Promise<void> {
  await tx
    .update(contacts)
    .set({ bouncedAt: at })
    .where(and(eq(contacts.companyId, companyId), eq(contacts.id, contactId)));
}
