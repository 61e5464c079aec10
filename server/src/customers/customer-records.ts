/** A company's customers and the contacts that its own systems name. */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId, CustomerId } from '@quittance/contract/ids';
import type { ContactType } from '@quittance/contract/vocabulary';
import { and, asc, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { type CustomerKey, hasReference, matching } from '../platform/database/keys.ts';
import { findRow, firstRow, insertRow, lockRow, updateRow } from '../platform/database/rows.ts';
import {
  isAfterIn,
  type Orders,
  readSortedPage,
  type SortedPage,
} from '../platform/database/sorted-pages.ts';
import { contacts, customers } from '../schema/customers.ts';
import { isFoundCustomer } from './search.ts';

export type CustomerRow = typeof customers.$inferSelect;
export type ContactRow = typeof contacts.$inferSelect;

export async function findCustomerRow(
  tx: Tx,
  { companyId, customerId }: CustomerKey,
): Promise<CustomerRow | null> {
  return findRow(tx, customers, { companyId, id: customerId });
}

export async function lockCustomerRow(
  tx: Tx,
  { companyId, customerId }: CustomerKey,
): Promise<CustomerRow | null> {
  return lockRow(tx, customers, { companyId, id: customerId });
}

export async function lockCustomerByExternalRef(
  tx: Tx,
  key: { companyId: CompanyId; externalRef: string },
): Promise<CustomerRow | null> {
  return lockRow(tx, customers, key);
}

/** The number that the customer knows, in any case (R53). */
export async function findCustomerByNumber(
  tx: Tx,
  { companyId, customerRef }: { companyId: CompanyId; customerRef: string },
): Promise<CustomerRow | null> {
  const isNamed = and(
    matching(customers, { companyId }),
    hasReference(customers.customerRefKey, customerRef),
  );
  return firstRow(tx.select().from(customers).where(isNamed));
}

export type CustomerChange = Partial<
  Pick<
    CustomerRow,
    'firstName' | 'lastName' | 'businessName' | 'bornOn' | 'language' | 'customerRef' | 'isTest'
  >
>;

export async function updateCustomer(
  tx: Tx,
  { companyId, customerId }: CustomerKey,
  change: CustomerChange,
): Promise<CustomerRow> {
  return updateRow(tx, customers, { key: { companyId, id: customerId }, change });
}

export const CUSTOMER_ORDERS: Orders<CustomerRow> = {
  createdAt: { key: sql`${customers.createdAt}`, type: 'instant', of: (row) => row.createdAt },
  name: { key: sql`${customers.nameKey}`, type: 'text', of: (row) => row.nameKey },
  customerRef: {
    key: sql`${customers.customerRefKey} collate "C"`,
    type: 'text',
    of: (row) => row.customerRefKey,
  },
};

export type CustomerFilter = {
  companyId: CompanyId;
  customerRef?: string | undefined;
  search?: string | undefined;
};

export async function listCustomerRows(
  tx: Tx,
  { filter, page }: { filter: CustomerFilter; page: SortedPage<CustomerRow> },
): Promise<CustomerRow[]> {
  const { companyId, customerRef, search } = filter;
  const isWanted = and(
    matching(customers, { companyId }),
    customerRef === undefined ? undefined : hasReference(customers.customerRefKey, customerRef),
    search === undefined ? undefined : isFoundCustomer({ companyId, text: search }),
    isAfterIn(customers, page),
  );
  return readSortedPage(tx, customers, { isWanted, page });
}

type Named = Pick<CustomerRow, 'firstName' | 'lastName' | 'businessName'>;

const nameOf = ({ firstName, lastName, businessName }: Named) =>
  businessName ?? `${firstName} ${lastName}`.trim();

/** What customers are called: a business by its name, a person by both; and their numbers. */
export async function identitiesOf(
  tx: Tx,
  companyId: CompanyId,
  customerIds: readonly CustomerId[],
): Promise<ReadonlyMap<CustomerId, { name: string; customerRef: string }>> {
  if (customerIds.length === 0) return new Map();
  const { id, customerRef, firstName, lastName, businessName } = customers;
  const rows = await tx
    .select({ id, customerRef, firstName, lastName, businessName })
    .from(customers)
    .where(matching(customers, { companyId, id: [...new Set(customerIds)] }));
  return new Map(rows.map((row) => [row.id, { name: nameOf(row), customerRef: row.customerRef }]));
}

export async function namesOfCustomers(
  tx: Tx,
  companyId: CompanyId,
  customerIds: readonly CustomerId[],
): Promise<ReadonlyMap<CustomerId, string>> {
  const identities = await identitiesOf(tx, companyId, customerIds);
  return new Map([...identities].map(([id, { name }]) => [id, name]));
}

/** Of these customers, the primary ones first. */
export async function listContactsOf(
  tx: Tx,
  { companyId, customerIds }: { companyId: CompanyId; customerIds: readonly CustomerId[] },
): Promise<ContactRow[]> {
  if (customerIds.length === 0) return [];
  return tx
    .select()
    .from(contacts)
    .where(matching(contacts, { companyId, customerId: customerIds, removedAt: null }))
    .orderBy(sql`${contacts.isPrimary} desc`, asc(contacts.createdAt), asc(contacts.id));
}

export async function insertContact(tx: Tx, row: typeof contacts.$inferInsert): Promise<void> {
  await insertRow(tx, contacts, row);
}

type Replaced = CustomerKey & { type: ContactType; at: Instant };

/** The company's own record replaces the primary contact of a type. */
export async function removePrimaryContact(
  tx: Tx,
  { companyId, customerId, type, at }: Replaced,
): Promise<void> {
  await tx
    .update(contacts)
    .set({ removedAt: at, removalReason: 'Replaced by the company', isPrimary: false })
    .where(matching(contacts, { companyId, customerId, type, isPrimary: true, removedAt: null }));
}
