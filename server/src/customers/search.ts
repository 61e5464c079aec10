/**
 * Finds customers from staff search text: the beginning of a number or a name, or a complete address (ADR 0101).
 */
import type { CompanyId } from '@quittance/contract/ids';
import { type SQL, sql } from 'drizzle-orm';
import { contacts, customers } from '../schema/customers.ts';
import { invoices } from '../schema/invoices.ts';

export type Search = { companyId: CompanyId; text: string };

/** Further matches are not read: staff refine the search instead of reading this many. */
const MATCHES_MAX = sql.raw('500');
const CUSTOMERS_MAX = sql.raw('50');

/** The upper bound sorts after every text with this prefix. */
const beginsWith = (key: SQL, text: string) =>
  sql`${key} >= lower(${text}) and ${key} < lower(${text}) || chr(1114111)`;

function customersFound({ companyId, text }: Search): SQL {
  const ofCompany = sql`c.company_id = ${companyId}`;
  const found = (key: SQL) => sql`(select c.id from ${customers} c
    where ${ofCompany} and ${beginsWith(key, text)} limit ${CUSTOMERS_MAX})`;
  const byAddress = sql`(select k.customer_id from ${contacts} k
    where k.company_id = ${companyId} and k.value_key = lower(${text}) and k.removed_at is null
    limit ${CUSTOMERS_MAX})`;
  return sql`${found(sql`c.name_key`)} union all ${found(sql`c.called_key`)}
    union all ${found(sql`c.customer_ref_key collate "C"`)} union all ${byAddress}`;
}

export function isFoundCustomer(search: Search): SQL {
  return sql`${customers.id} = any(array(${customersFound(search)}))`;
}

export function isFoundInvoice(search: Search): SQL {
  const { companyId, text } = search;
  const ofCompany = sql`i.company_id = ${companyId}`;
  return sql`${invoices.id} = any(array(
    (select i.id from ${invoices} i
      where ${ofCompany} and ${beginsWith(sql`i.account_ref_key collate "C"`, text)} limit ${MATCHES_MAX})
    union all (select i.id from ${invoices} i where ${ofCompany} and i.external_ref = ${text})
    union all (select i.id from ${invoices} i
      where ${ofCompany} and i.customer_id = any(array(${customersFound(search)})) limit ${MATCHES_MAX})))`;
}
