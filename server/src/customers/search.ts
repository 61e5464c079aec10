/**
 * Finds customers, invoices and payments from staff search text: the beginning of a number or a name, or a complete
 * address, reference or amount, or the last digits of a card or account (ADR 0101). Each match has its own index.
 */
import type { CompanyId } from '@quittance/contract/ids';
import { type Cents, dollarsToCents } from '@quittance/contract/money';
import { MANUAL_METHODS } from '@quittance/contract/vocabulary';
import { type SQL, sql } from 'drizzle-orm';
import { copyContacts } from '../schema/copy-contacts.ts';
import { contacts, customers } from '../schema/customers.ts';
import { invoices } from '../schema/invoices.ts';
import { attempts } from '../schema/payments.ts';
import { ATTEMPT_PROCESSORS } from '../schema/posting-checks.ts';

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
  const byCopy = sql`(select k.customer_id from ${copyContacts} k
    where k.company_id = ${companyId} and k.address_key = lower(${text}) and k.removed_at is null
    limit ${CUSTOMERS_MAX})`;
  return sql`${found(sql`c.name_key`)} union all ${found(sql`c.called_key`)}
    union all ${found(sql`c.customer_ref_key collate "C"`)} union all ${byAddress}
    union all ${byCopy}`;
}

export function isFoundCustomer(search: Search): SQL {
  return sql`${customers.id} = any(array(${customersFound(search)}))`;
}

/** '$1,250.00' and '1250' are amounts. */
function parseAmount(text: string): Cents | null {
  const digits = text.replace(/^\$|,/g, '');
  return /^\d+(\.\d{1,2})?$/.test(digits) ? dollarsToCents(digits) : null;
}

function invoicesByRef({ companyId, text }: Search): SQL {
  return sql`(select i.id from ${invoices} i where i.company_id = ${companyId}
    and ${beginsWith(sql`i.account_ref_key collate "C"`, text)} limit ${MATCHES_MAX})`;
}

export function isFoundInvoice(search: Search): SQL {
  const { companyId, text } = search;
  const ofCompany = sql`i.company_id = ${companyId}`;
  const amount = parseAmount(text);
  const byAmount = sql`union all (select i.id from ${invoices} i
    where ${ofCompany} and i.balance_cents = ${amount}::bigint limit ${MATCHES_MAX})`;
  return sql`${invoices.id} = any(array(
    ${invoicesByRef(search)}
    union all (select i.id from ${invoices} i where ${ofCompany} and i.external_ref = ${text})
    union all (select i.id from ${invoices} i
      where ${ofCompany} and i.customer_id = any(array(${customersFound(search)})) limit ${MATCHES_MAX})
    ${amount === null ? sql`` : byAmount}))`;
}

const LAST4 = /^\d{4}$/;

export function isFoundPayment(search: Search): SQL {
  const { companyId, text } = search;
  const list = (names: readonly string[]) => sql.raw(names.map((name) => `'${name}'`).join(', '));
  const found = (condition: SQL) => sql`(select a.id from ${attempts} a
    where a.company_id = ${companyId} and ${condition} limit ${MATCHES_MAX})`;
  const amount = parseAmount(text);
  const sources = [
    found(sql`a.processor in (${list(ATTEMPT_PROCESSORS)}) and a.processor_reference = ${text}`),
    found(sql`a.method in (${list(MANUAL_METHODS)}) and lower(a.reference) = lower(${text})
      and a.reference is not null and a.state <> 'RETURNED'`),
    found(sql`a.invoice_id = any(array(${invoicesByRef(search)}))`),
    found(sql`a.customer_id = any(array(${customersFound(search)}))`),
    ...(amount === null ? [] : [found(sql`a.amount_cents = ${amount}::bigint`)]),
    ...(LAST4.test(text) ? [found(sql`a.method_last4 = ${text}`)] : []),
  ];
  return sql`${attempts.id} = any(array(${sql.join(sources, sql` union all `)}))`;
}
