/** A company's customers and the contacts supplied by its own systems. */

import type { LeftAtProcessor } from '@quittance/contract/customers/provider-schemas';
import type { Instant } from '@quittance/contract/dates';
import type { CreatedRange } from '@quittance/contract/http/pages-and-problems';
import type { CompanyId, CustomerId } from '@quittance/contract/ids';
import type { Cents } from '@quittance/contract/money';
import type { ContactType } from '@quittance/contract/vocabulary';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { type CustomerKey, hasReference, isAnyId, matching } from '../platform/database/keys.ts';
import { hasMetadata } from '../platform/database/metadata.ts';
import { isCreatedIn } from '../platform/database/pages.ts';
import { findRow, firstRow, lockRow } from '../platform/database/rows.ts';
import {
  isAfterIn,
  isInRange,
  lastChangeIn,
  type Orders,
  readSortedPage,
  type SortedPage,
} from '../platform/database/sorted-pages.ts';
import { sendAhead } from '../platform/database/transaction.ts';
import { contacts, customers, paymentMethods, processorCustomers } from '../schema/customers.ts';
import { IS_RESERVED_CREDIT, refunds } from '../schema/refunds.ts';
import { isFoundCustomer } from './search.ts';

export type CustomerRow = typeof customers.$inferSelect;
export type ContactRow = typeof contacts.$inferSelect;
export type CustomerState = Pick<CustomerRow, 'id' | 'erasedAt'>;

export async function findCustomerRow(
  tx: Tx,
  { companyId, customerId }: CustomerKey,
): Promise<CustomerRow | null> {
  return findRow(tx, customers, { companyId, id: customerId });
}

export async function lockCustomerByExternalRef(
  tx: Tx,
  key: { companyId: CompanyId; externalRef: string },
): Promise<CustomerRow | null> {
  return lockRow(tx, customers, key);
}

export async function findCustomerRows(
  tx: Tx,
  { companyId, customerIds }: { companyId: CompanyId; customerIds: readonly CustomerId[] },
): Promise<CustomerRow[]> {
  const id = [...new Set(customerIds)];
  return tx.select().from(customers).where(matching(customers, { companyId, id }));
}

/** Finds a customer by the customer number, ignoring letter case (R53). */
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

const LAST_CHANGE = lastChangeIn(customers);

export const CUSTOMER_ORDERS: Orders<CustomerRow> = {
  createdAt: { key: sql`${customers.createdAt}`, type: 'instant', of: (row) => row.createdAt },
  updatedAt: { key: LAST_CHANGE, type: 'instant', of: (row) => row.updatedAt ?? row.createdAt },
  name: { key: sql`${customers.nameKey}`, type: 'text', of: (row) => row.nameKey },
  customerRef: {
    key: sql`${customers.customerRefKey} collate "C"`,
    type: 'text',
    of: (row) => row.customerRefKey,
  },
};

export async function findCustomersById(
  tx: Tx,
  { companyId, customerIds }: { companyId: CompanyId; customerIds: readonly CustomerId[] },
): Promise<ReadonlyMap<CustomerId, CustomerState>> {
  const { id, erasedAt } = customers;
  const rows = await tx
    .select({ id, erasedAt })
    .from(customers)
    .where(and(matching(customers, { companyId }), isAnyId(id, customerIds)));
  return new Map(rows.map((row) => [row.id, row]));
}

export type CustomerFilter = CreatedRange & {
  companyId: CompanyId;
  customerRef?: string | undefined;
  externalRef?: string | undefined;
  metadata?: string | readonly string[] | undefined;
  updatedFrom?: Instant | undefined;
  updatedTo?: Instant | undefined;
  search?: string | undefined;
};

export async function listCustomerRows(
  tx: Tx,
  { filter, page }: { filter: CustomerFilter; page: SortedPage<CustomerRow> },
): Promise<CustomerRow[]> {
  const { companyId, customerRef, externalRef, metadata, search } = filter;
  const { updatedFrom: from, updatedTo: to } = filter;
  const isWanted = and(
    matching(customers, { companyId }),
    customerRef === undefined ? undefined : hasReference(customers.customerRefKey, customerRef),
    externalRef === undefined ? undefined : eq(customers.externalRef, externalRef),
    metadata === undefined ? undefined : hasMetadata(customers.id, companyId, metadata),
    isCreatedIn(customers, filter),
    isInRange(LAST_CHANGE, { from, to }),
    search === undefined ? undefined : isFoundCustomer({ companyId, text: search }),
    isAfterIn(customers, page),
  );
  return readSortedPage(tx, customers, { isWanted, page });
}

type CustomerNames = Pick<CustomerRow, 'firstName' | 'lastName' | 'businessName'>;

export const toCustomerName = ({ firstName, lastName, businessName }: CustomerNames) =>
  businessName ?? `${firstName} ${lastName}`.trim();

export async function findIdentities(
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
  return new Map(
    rows.map((row) => [row.id, { name: toCustomerName(row), customerRef: row.customerRef }]),
  );
}

export async function namesOfCustomers(
  tx: Tx,
  companyId: CompanyId,
  customerIds: readonly CustomerId[],
): Promise<ReadonlyMap<CustomerId, string>> {
  const identities = await findIdentities(tx, companyId, customerIds);
  return new Map([...identities].map(([id, { name }]) => [id, name]));
}

export async function listContacts(
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

/** Credit that refunds in progress have reserved (R90). */
export async function sumReservedCredit(
  tx: Tx,
  { companyId, customerIds }: { companyId: CompanyId; customerIds: readonly CustomerId[] },
): Promise<ReadonlyMap<CustomerId, Cents>> {
  const sums = await tx
    .select({
      customerId: refunds.customerId,
      cents: sql<string>`sum(${refunds.creditCents})`.mapWith(refunds.creditCents),
    })
    .from(refunds)
    .where(and(matching(refunds, { companyId, customerId: customerIds }), IS_RESERVED_CREDIT))
    .groupBy(refunds.customerId);
  return new Map(sums.map((row) => [row.customerId, row.cents]));
}

export type ReplacedContact = { customerId: CustomerId; type: ContactType };

/** The company's own record replaces the primary contacts of these types. */
export function removePrimaryContacts(
  tx: Tx,
  { companyId, at }: { companyId: CompanyId; at: Instant },
  replaced: readonly ReplacedContact[],
): void {
  if (replaced.length === 0) return;
  const statement = sql`update contacts
    set removed_at = ${at}, removal_reason = 'Replaced by the company', is_primary = false
    from json_to_recordset(${JSON.stringify(replaced)}::json) as given ("customerId" uuid, type text)
    where contacts.company_id = ${companyId} and contacts.customer_id = given."customerId"
      and contacts.type = given.type and contacts.is_primary and contacts.removed_at is null`;
  sendAhead(tx, tx.execute(statement));
}

/** Processors that still know an erased person (R54): the deletion is pending, or kept because no call deletes it. */
export async function listLeftAtProcessors(tx: Tx, key: CustomerKey): Promise<LeftAtProcessor[]> {
  const known = await tx
    .select({ processor: processorCustomers.processor, isKept: processorCustomers.isKept })
    .from(processorCustomers)
    .where(matching(processorCustomers, key));
  const methods = await tx
    .selectDistinct({ processor: paymentMethods.processor })
    .from(paymentMethods)
    .where(matching(paymentMethods, { ...key, forgottenAt: null }));
  const isPending = new Set(methods.map(({ processor }) => processor));
  for (const { processor, isKept } of known) if (!isKept) isPending.add(processor);
  const names = new Set([...known, ...methods].map(({ processor }) => processor));
  return [...names].toSorted().map((processor) => ({
    processor,
    state: isPending.has(processor) ? 'PENDING' : 'KEPT',
  }));
}
