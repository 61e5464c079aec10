/** Contacts that may receive a sign-in link: enabled, verified long enough ago, and neither bounced nor removed. */

import type { Instant, IsoDate } from '@quittance/contract/dates';
import { foldEmail } from '@quittance/contract/http/pages-and-problems';
import type { CompanyId, ContactId, CustomerId } from '@quittance/contract/ids';
import { and, asc, desc, lte, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import type { CustomerKey } from '../platform/database/keys.ts';
import { hasReference, matching, references } from '../platform/database/keys.ts';
import { hasRows } from '../platform/database/rows.ts';
import { contacts, customers } from '../schema/customers.ts';
import { invoices, urgencyWhenDueOn } from '../schema/invoices.ts';

export type SignInContact = {
  customerId: CustomerId;
  customerRef: string;
  contactId: ContactId;
  email: string;
};

export type Search = {
  companyId: CompanyId;
  /** Contacts verified later than this do not receive sign-in email yet. */
  verifiedBefore: Instant;
};

/** At most this many customers may share one address or phone number. */
const SHARED_MAX = 5;

async function findContacts(tx: Tx, search: Search, condition: SQL): Promise<SignInContact[]> {
  const { companyId, verifiedBefore } = search;
  const isUsable = { isEnabled: true, removedAt: null, bouncedAt: null };
  return tx
    .select({
      customerId: customers.id,
      customerRef: customers.customerRef,
      contactId: contacts.id,
      email: contacts.value,
    })
    .from(contacts)
    .innerJoin(customers, references(contacts.customerId, customers))
    .where(
      and(
        matching(contacts, { companyId, type: 'EMAIL', ...isUsable }),
        lte(contacts.verifiedAt, verifiedBefore),
        condition,
      ),
    )
    .orderBy(desc(contacts.isPrimary), asc(customers.customerRef), asc(contacts.createdAt))
    .limit(SHARED_MAX);
}

export function findSignInContactsByEmail(
  tx: Tx,
  search: Search & { email: string },
): Promise<SignInContact[]> {
  return findContacts(tx, search, sql`${contacts.valueKey} = ${foldEmail(search.email)}`);
}

export async function findSignInContactsByReference(
  tx: Tx,
  search: Search & { reference: string },
): Promise<SignInContact[]> {
  const { reference } = search;
  const named = sql`(${hasReference(customers.customerRefKey, reference)} or ${customers.id}::text = lower(${reference}))`;
  return (await findContacts(tx, search, named)).slice(0, 1);
}

export async function findSignInContactsByPhone(
  tx: Tx,
  search: Search & { phone: string },
): Promise<SignInContact[]> {
  const { companyId, phone: value } = search;
  const owners = await tx
    .selectDistinct({ customerId: contacts.customerId })
    .from(contacts)
    .where(
      matching(contacts, { companyId, type: 'PHONE', value, isEnabled: true, removedAt: null }),
    )
    .limit(SHARED_MAX);
  const found = await Promise.all(
    owners.map(({ customerId }) =>
      findSignInContactsByReference(tx, { ...search, reference: customerId }),
    ),
  );
  return found.flat();
}

/** Returns whether an invoice is overdue, or due by this day (R35). */
export async function hasInvoiceDueBy(
  tx: Tx,
  { companyId, customerId }: CustomerKey,
  lastDay: IsoDate,
): Promise<boolean> {
  return hasRows(
    tx
      .select({ id: invoices.id })
      .from(invoices)
      .where(
        and(
          matching(invoices, { companyId, customerId }),
          lte(invoices.urgency, urgencyWhenDueOn(lastDay)),
        ),
      )
      .limit(1),
  );
}
