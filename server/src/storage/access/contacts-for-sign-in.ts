/**
 * Which addresses a way in may be mailed to: enabled, verified long enough ago, not bounced, not
 * removed. Whoever typed what is decided elsewhere.
 */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId, ContactId, CustomerId } from '@quittance/contract/ids';
import { and, asc, desc, eq, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { contacts, customers } from '../schema/customers.ts';
import { invoices, requests } from '../schema/invoices.ts';

export type WayToCustomer = {
  customerId: CustomerId;
  customerRef: string;
  contactId: ContactId;
  email: string;
};

export type Search = {
  companyId: CompanyId;
  /** Contacts verified later than this are too young to be trusted with a way in. */
  verifiedBefore: Instant;
};

/** Somebody's paper invoice has a reference too; how many customers one address may stand for. */
const SHARED_MAX = 5;

async function ways(tx: Tx, search: Search, condition: SQL | undefined): Promise<WayToCustomer[]> {
  return tx
    .select({
      customerId: customers.id,
      customerRef: customers.customerRef,
      contactId: contacts.id,
      email: contacts.value,
    })
    .from(contacts)
    .innerJoin(
      customers,
      and(eq(customers.companyId, contacts.companyId), eq(customers.id, contacts.customerId)),
    )
    .where(
      and(
        eq(contacts.companyId, search.companyId),
        eq(contacts.type, 'EMAIL'),
        eq(contacts.isEnabled, true),
        isNull(contacts.removedAt),
        isNull(contacts.bouncedAt),
        lte(contacts.verifiedAt, search.verifiedBefore),
        condition,
      ),
    )
    .orderBy(desc(contacts.isPrimary), asc(customers.customerRef), asc(contacts.createdAt))
    .limit(SHARED_MAX);
}

/** The customers who read mail at this address. */
export function waysByEmail(tx: Tx, search: Search & { email: string }): Promise<WayToCustomer[]> {
  return ways(tx, search, sql`lower(${contacts.value}) = lower(${search.email})`);
}

/** The first address of the customer with this id or reference. */
export async function waysByReference(
  tx: Tx,
  search: Search & { reference: string },
): Promise<WayToCustomer[]> {
  const { reference } = search;
  const named = sql`(${customers.customerRef} = ${reference} or ${customers.id}::text = lower(${reference}))`;
  return (await ways(tx, search, named)).slice(0, 1);
}

/** The first address of each customer with this phone number, in the form +12075550142. */
export async function waysByPhone(
  tx: Tx,
  search: Search & { phone: string },
): Promise<WayToCustomer[]> {
  const owners = await tx
    .selectDistinct({ customerId: contacts.customerId })
    .from(contacts)
    .where(
      and(
        eq(contacts.companyId, search.companyId),
        eq(contacts.type, 'PHONE'),
        eq(contacts.value, search.phone),
        eq(contacts.isEnabled, true),
        isNull(contacts.removedAt),
      ),
    )
    .limit(SHARED_MAX);
  const found = await Promise.all(
    owners.map(({ customerId }) => waysByReference(tx, { ...search, reference: customerId })),
  );
  return found.flat();
}

/** The request to pay an invoice with this reference; of these customers, where some are named. */
export async function findInvoiceRequest(
  tx: Tx,
  whose: { companyId: CompanyId; customerIds?: readonly CustomerId[]; accountRef: string },
) {
  const rows = await tx
    .select({ invoice: invoices, requestId: requests.id })
    .from(invoices)
    .innerJoin(
      requests,
      and(eq(requests.companyId, invoices.companyId), eq(requests.invoiceId, invoices.id)),
    )
    .where(and(eq(invoices.companyId, whose.companyId), eq(invoices.accountRef, whose.accountRef)));
  return (
    rows.find(
      ({ invoice }) =>
        invoice.status !== 'DRAFT' && (whose.customerIds?.includes(invoice.customerId) ?? true),
    ) ?? null
  );
}

export async function findCustomerByRef(
  tx: Tx,
  { companyId, customerRef }: { companyId: CompanyId; customerRef: string },
) {
  const [row] = await tx
    .select({ customerId: customers.id })
    .from(customers)
    .where(and(eq(customers.companyId, companyId), eq(customers.customerRef, customerRef)));
  return row ?? null;
}
