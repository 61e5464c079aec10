/** Customers that a file changes: locked, compared and updated together. */
import type { CompanyId, CustomerId } from '@quittance/contract/ids';
import type { ContactType } from '@quittance/contract/vocabulary';
import { and, asc, sql } from 'drizzle-orm';
import type { ContactRow, CustomerRow } from '../../customers/customer-records.ts';
import type { Tx } from '../../platform/database/database.ts';
import { matching } from '../../platform/database/keys.ts';
import { RETURNING_ANY } from '../../platform/database/rows.ts';
import { wakeAfterCommit } from '../../platform/database/transaction.ts';
import { DELIVER_EVENTS, insertEventsOfAll } from '../../platform/events/record-event.ts';
import { contacts, customers } from '../../schema/customers.ts';
import type { ChangedBy } from './changed-invoices.ts';

export type Customers = { companyId: CompanyId; customerIds: readonly CustomerId[] };

/** In the order of their ids, so that two imports do not deadlock. */
export async function lockCustomers(
  tx: Tx,
  { companyId, customerIds }: Customers,
): Promise<CustomerRow[]> {
  const isOne = sql`${customers.id} = any(${sql.param([...customerIds])}::uuid[])`;
  return tx
    .select()
    .from(customers)
    .where(and(matching(customers, { companyId }), isOne))
    .orderBy(asc(customers.id))
    .for('update');
}

/** One of each type at most. */
export async function listPrimaryContacts(
  tx: Tx,
  { companyId, customerIds }: Customers,
): Promise<ContactRow[]> {
  const isTheirs = sql`${contacts.customerId} = any(${sql.param([...customerIds])}::uuid[])`;
  const isPrimary = matching(contacts, { companyId, isPrimary: true, removedAt: null });
  return tx.select().from(contacts).where(and(isPrimary, isTheirs));
}

export type ChangedCustomer = Pick<
  CustomerRow,
  'id' | 'customerRef' | 'firstName' | 'lastName' | 'businessName' | 'language'
> & {
  /** What the audit trail says was changed. */
  fields: readonly string[];
};

export type ReplacedContact = { customerId: CustomerId; type: ContactType; value: string };

const asRows = (rows: readonly object[], types: string) =>
  sql`json_to_recordset(${JSON.stringify(rows)}::json) as given (${sql.raw(types)})`;

async function replaceContacts(
  tx: Tx,
  { companyId, at }: ChangedBy,
  replaced: readonly ReplacedContact[],
): Promise<void> {
  if (replaced.length === 0) return;
  const given = asRows(replaced, '"customerId" uuid, type text, value text');
  const company = sql`${companyId}::uuid`;
  const now = sql`${at}::timestamptz`;
  // Before the new ones: a customer has one primary contact of a type.
  await tx.execute(sql`update contacts set removed_at = ${now}, is_primary = false,
      removal_reason = 'Replaced by the company'
    from ${given}
    where contacts.company_id = ${company} and contacts.customer_id = given."customerId"
      and contacts.type = given.type and contacts.is_primary and contacts.removed_at is null`);
  await tx.execute(sql`insert into contacts
      (company_id, id, customer_id, type, value, is_primary, verified_at, created_at)
    select ${company}, time_ordered_id(), "customerId", type, value, true, ${now}, ${now}
    from ${given} ${RETURNING_ANY}`);
}

/** The rows that `changeCustomer` writes. */
export async function updateCustomersTogether(
  tx: Tx,
  by: ChangedBy,
  { changed, replaced }: { changed: readonly ChangedCustomer[]; replaced: ReplacedContact[] },
): Promise<void> {
  if (changed.length === 0) return;
  const { companyId, actor, at } = by;
  const given = asRows(
    changed,
    `id uuid, "customerRef" text, "firstName" text, "lastName" text, "businessName" text,
      language text, fields jsonb`,
  );
  await tx.execute(sql`with changes as materialized (select * from ${given}), ${customers} as (
      update ${customers} set customer_ref = changes."customerRef", first_name = changes."firstName",
        last_name = changes."lastName", business_name = changes."businessName",
        language = changes.language
      from changes where ${customers.companyId} = ${companyId}::uuid and ${customers.id} = changes.id
      returning ${customers}.*
    ), audited as (
      insert into audit (company_id, actor, action, subject, detail, at)
      select ${companyId}::uuid, ${actor}, 'customer.changed', 'customer:' || id,
        jsonb_build_object('fields', fields), ${at}::timestamptz from changes ${RETURNING_ANY}
    )
    ${insertEventsOfAll({ companyId, type: 'customer.changed', at })}`);
  await replaceContacts(tx, by, replaced);
  wakeAfterCommit(tx, DELIVER_EVENTS);
}
