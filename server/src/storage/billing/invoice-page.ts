/**
 * Everything that the page of one invoice shows, read together: the statements need nothing of each other, because
 * each finds the invoice by itself.
 */
import { type CompanyId, invoiceIdSchema, type RequestId } from '@quittance/contract/ids';
import { and, type Column, eq, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import type { CustomerKey } from '../keys.ts';
import { prepared } from '../prepared.ts';
import { invoices, requests } from '../schema/invoices.ts';
import { attempts } from '../schema/payments.ts';
import { findCompany } from './companies.ts';
import { selectShown } from './invoice-list.ts';
import {
  type Arrangements,
  arrangementsOf,
  NO_ARRANGEMENTS,
  selectInstallments,
  selectPayments,
  selectPlans,
  selectSchedules,
} from './invoice-parts.ts';

const companyId = sql.placeholder('companyId');
const customerId = sql.placeholder('customerId');

/** By the request of a public link. */
const BY_REQUEST = sql`(select ${requests.invoiceId} from ${requests}
  where ${requests.companyId} = ${companyId} and ${requests.id} = ${sql.placeholder('requestId')})`;

/** By id, then by reference: a reference may have the form of an id. */
const BY_NAME = sql`(select ${invoices.id} from ${invoices}
  where ${invoices.companyId} = ${companyId} and ${invoices.customerId} = ${customerId}
    and (${invoices.id} = ${sql.placeholder('invoiceId')}::uuid
      or ${invoices.accountRefKey} = lower(${sql.placeholder('name')}))
  order by ${invoices.id} = ${sql.placeholder('invoiceId')}::uuid desc nulls last limit 1)`;

type Values = Readonly<Record<string, string | null>>;
type Query<Row> = { prepare(name: string): { execute(values: Values): Promise<Row[]> } };

/** How the invoice is found: a part of the statements' names, its id in SQL, and their values. */
type Lookup = { by: string; id: SQL; company: CompanyId; values: Values };

function isOwn(id: SQL) {
  const isOfCustomer = and(eq(invoices.companyId, companyId), eq(invoices.customerId, customerId));
  return and(isOfCustomer, eq(invoices.id, id));
}

function isOfRequest(id: SQL) {
  const ofInvoice = sql`(select ${requests.id} from ${requests}
    where ${requests.companyId} = ${companyId} and ${requests.invoiceId} = ${id})`;
  return and(eq(attempts.companyId, companyId), sql`${attempts.requestId} in ${ofInvoice}`);
}

/** Builds each statement once per connection. */
function readerOf(tx: Tx, { by, values }: Lookup) {
  return <Row>(part: string, query: () => Query<Row>): Promise<Row[]> =>
    prepared(tx, `${part}_${by}`, (name) => query().prepare(name)).execute(values);
}

async function findArrangements(tx: Tx, lookup: Lookup): Promise<Arrangements> {
  const read = readerOf(tx, lookup);
  const of = { companyId, invoiceIs: (column: Column) => eq(column, lookup.id) };
  const [scheduleRows, planRows, installmentRows] = await Promise.all([
    read('schedules', () => selectSchedules(tx, of)),
    read('plans', () => selectPlans(tx, of)),
    read('installments', () => selectInstallments(tx, of)),
  ]);
  return arrangementsOf({
    schedules: scheduleRows,
    plans: planRows,
    installments: installmentRows,
  });
}

async function findPage(tx: Tx, lookup: Lookup, { hasPayments }: { hasPayments: boolean }) {
  const read = readerOf(tx, lookup);
  const [company, [shown], payments] = await Promise.all([
    findCompany(tx, lookup.company),
    read('invoice', () => selectShown(tx).where(isOwn(lookup.id))),
    hasPayments ? read('payments', () => selectPayments(tx, isOfRequest(lookup.id))) : [],
  ]);
  if (!company || !shown) return null;
  const arrangements = shown.isArranged ? await findArrangements(tx, lookup) : NO_ARRANGEMENTS;
  return { company, shown, payments, arrangements };
}

export type InvoicePage = NonNullable<Awaited<ReturnType<typeof findPage>>>;

/** Without payments, which the holder of a link does not see with the invoice (R4). */
export function findPageOfRequest(
  tx: Tx,
  key: CustomerKey & { requestId: RequestId },
): Promise<InvoicePage | null> {
  const { companyId: company, customerId: customer, requestId } = key;
  const values = { companyId: company, customerId: customer, requestId };
  return findPage(
    tx,
    { by: 'by_request', id: BY_REQUEST, company, values },
    { hasPayments: false },
  );
}

export function findPageByName(
  tx: Tx,
  key: CustomerKey & { name: string },
): Promise<InvoicePage | null> {
  const { companyId: company, customerId: customer, name } = key;
  const invoiceId = invoiceIdSchema.safeParse(name).data ?? null;
  const values = { companyId: company, customerId: customer, name, invoiceId };
  return findPage(tx, { by: 'by_name', id: BY_NAME, company, values }, { hasPayments: true });
}
