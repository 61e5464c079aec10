import type { Instant } from '@quittance/contract/dates';
import type { CompanyId, ContactId } from '@quittance/contract/ids';
import { and, asc, desc, eq, isNotNull } from 'drizzle-orm';
import { findCompany } from '../companies/store.ts';
import type { Tx } from '../platform/database/database.ts';
import { type CustomerKey, matching } from '../platform/database/keys.ts';
import { findRow } from '../platform/database/rows.ts';
import { together } from '../platform/database/transaction.ts';
import { contacts, customers } from '../schema/customers.ts';

export type MailTarget = CustomerKey & {
  /** A specific contact, verified or not: verification emails go to unverified contacts. */
  contactId?: ContactId | undefined;
};

export async function findRecipient(tx: Tx, { companyId, customerId, contactId }: MailTarget) {
  const isRecipient = contactId
    ? eq(contacts.id, contactId)
    : and(matching(contacts, { isEnabled: true, bouncedAt: null }), isNotNull(contacts.verifiedAt));
  const contactQuery = tx
    .select({ id: contacts.id, address: contacts.value })
    .from(contacts)
    .where(
      and(
        matching(contacts, { companyId, customerId, type: 'EMAIL', removedAt: null }),
        isRecipient,
      ),
    )
    .orderBy(desc(contacts.isPrimary), asc(contacts.createdAt))
    .limit(1);
  const [company, customer, [contact]] = await together([
    findCompany(tx, companyId),
    findRow(tx, customers, { companyId, id: customerId }),
    contactQuery,
  ]);
  return company && customer && contact ? { company, customer, contact } : null;
}

export async function markBounced(
  tx: Tx,
  { companyId, contactId }: { companyId: CompanyId; contactId: ContactId },
  at: Instant,
): Promise<void> {
  await tx
    .update(contacts)
    .set({ bouncedAt: at, bounceAcknowledgedAt: null })
    .where(matching(contacts, { companyId, id: contactId }));
}
