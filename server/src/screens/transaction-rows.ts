/** Attempts and their refunds as the customer's transactions, newest first, one page at a time. */
import type { Instant } from '@quittance/contract/dates';
import type { ProjectId, RequestId } from '@quittance/contract/ids';
import { type Cents, ZERO } from '@quittance/contract/money';
import { invariant } from '@quittance/domain/invariant';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { type CustomerKey, references } from '../platform/database/keys.ts';
import { readPrepared, toPreparedLimit } from '../platform/database/prepared.ts';
import type { SelectedRow, Selection } from '../platform/database/row-decoder.ts';
import { together } from '../platform/database/transaction.ts';
import { attemptParts } from '../schema/attempt-parts.ts';
import { invoices, requestOrders, requests } from '../schema/invoices.ts';
import { attempts } from '../schema/payments.ts';
import { estimates, orders } from '../schema/projects.ts';
import { refunds } from '../schema/refunds.ts';

/** Columns that a list shows, less than half of those of an attempt. */
const SHOWN_ATTEMPT = {
  companyId: attempts.companyId,
  id: attempts.id,
  purpose: attempts.purpose,
  paymentOption: attempts.paymentOption,
  type: attempts.type,
  processor: attempts.processor,
  method: attempts.method,
  state: attempts.state,
  amountCents: attempts.amountCents,
  feeCents: attempts.feeCents,
  creditCents: attempts.creditCents,
  disputeState: attempts.disputeState,
  methodId: attempts.methodId,
  methodBrand: attempts.methodBrand,
  methodLast4: attempts.methodLast4,
  reference: attempts.reference,
  occurrenceOf: attempts.occurrenceOf,
  responseCode: attempts.responseCode,
  responseMessage: attempts.responseMessage,
  createdAt: attempts.createdAt,
  settledAt: attempts.settledAt,
} as const;

const SHOWN_REFUND = {
  id: refunds.id,
  state: refunds.state,
  amountCents: refunds.amountCents,
  createdAt: refunds.createdAt,
} as const;

const ATTEMPT = {
  attempt: SHOWN_ATTEMPT,
  accountRef: invoices.accountRef,
  productName: invoices.productName,
  invoiceStatus: invoices.status,
} as const;

type SelectedAttempt = SelectedRow<typeof ATTEMPT>;

export type ShownAttempt = SelectedRow<typeof SHOWN_ATTEMPT>;
type ShownRefund = SelectedRow<typeof SHOWN_REFUND>;

/** If `refund` is set, the row represents the refund of the attempt, which is a separate transaction (R39). */
export type TransactionRow = Pick<
  SelectedAttempt,
  'accountRef' | 'productName' | 'invoiceStatus'
> & { attempt: ShownAttempt; refund: ShownRefund | null };

/** The part of a credit note that exceeded what was owed. That of a payment is refunded instead. */
export const toCredit = ({ method, creditCents }: ShownAttempt): Cents =>
  method === 'CREDIT_NOTE' ? creditCents : ZERO;

export type TransactionCursor = { createdAt: Instant; id: string };

export function toCursor({ attempt, refund }: TransactionRow): TransactionCursor {
  const { createdAt, id } = refund ?? attempt;
  return { createdAt, id };
}

export type TransactionFilter = CustomerKey & {
  after: TransactionCursor | null;
  limit: number;
  /** Payments of the invoice that this request pays, including those made together with other invoices. */
  requestId?: RequestId;
  projectId?: ProjectId;
};

const companyId = sql.placeholder('companyId');

const isAfter = (table: typeof attempts | typeof refunds): SQL =>
  sql`(${table.createdAt}, ${table.id})
    < (${sql.placeholder('createdAt')}::timestamptz, ${sql.placeholder('id')}::uuid)`;

/**
 * A project's transactions pay its invoices, orders or estimates. Citus requires each table to be compared directly
 * with the company id.
 */
function isOfProject(): SQL {
  const projectId = sql.placeholder('projectId');
  return sql`(${invoices.projectId} = ${projectId} or exists (
    select from ${attemptParts} join ${invoices} part
      on part.company_id = ${companyId} and part.id = ${attemptParts.invoiceId}
    where ${attemptParts.companyId} = ${companyId}
      and ${attemptParts.attemptId} = ${attempts.id} and part.project_id = ${projectId}) or exists (
    select from ${requests}
      left join ${estimates} on ${estimates.companyId} = ${companyId}
        and ${estimates.id} = ${requests.estimateId}
      left join ${requestOrders} on ${requestOrders.companyId} = ${companyId}
        and ${requestOrders.requestId} = ${requests.id}
      left join ${orders} on ${orders.companyId} = ${companyId}
        and ${orders.id} = ${requestOrders.orderId}
    where ${requests.companyId} = ${companyId} and ${requests.id} = ${attempts.requestId}
      and (${estimates.projectId} = ${projectId} or ${orders.projectId} = ${projectId})))`;
}

/** The ids are found first, each through its index. */
function isOfRequest(): SQL {
  const requestId = sql.placeholder('requestId');
  return sql`${attempts.id} = any(array(
    select a.id from ${attempts} a where a.company_id = ${companyId} and a.request_id = ${requestId}
    union all
    select p.attempt_id from ${attemptParts} p
    where p.company_id = ${companyId} and p.invoice_id = (select r.invoice_id from ${requests} r
      where r.company_id = ${companyId} and r.id = ${requestId})))`;
}

type Page = { table: typeof attempts | typeof refunds; from: SQL; where: SQL };

/** One statement per combination of filters, so that each is built and planned once. */
async function readPage<Fields extends Selection>(
  tx: Tx,
  { after, requestId, projectId, ...filter }: TransactionFilter,
  { name, selection, page }: { name: string; selection: Fields; page: Page },
): Promise<SelectedRow<Fields>[]> {
  const scope = requestId ? 'of_request' : projectId ? 'of_project' : 'of_customer';
  const values = { ...filter, ...after, requestId, projectId };
  const limit = toPreparedLimit(filter.limit);
  const statement = `${name}_${scope}_${limit}${after ? '_after' : ''}`;
  const { table, from, where } = page;
  return readPrepared(tx, { name: statement, values }, () => ({
    selection,
    source: sql`${from} left join ${invoices} on ${references(attempts.invoiceId, invoices)}
      where ${and(
        eq(attempts.companyId, companyId),
        eq(attempts.customerId, sql.placeholder('customerId')),
        where,
        requestId && isOfRequest(),
        projectId && isOfProject(),
        after ? isAfter(table) : undefined,
      )} order by ${table.createdAt} desc, ${table.id} desc limit ${sql.raw(String(limit))}`,
  }));
}

const ATTEMPTS: Page = {
  table: attempts,
  from: sql`from ${attempts}`,
  // Nothing was sent for a CREATED attempt, and a payer still owes what the company gave up.
  where: sql`${attempts.state} <> 'CREATED' and ${attempts.method} <> 'UNCOLLECTIBLE'`,
};

const REFUNDS: Page = {
  table: refunds,
  from: sql`from ${refunds} join ${attempts} on ${references(refunds.attemptId, attempts)}`,
  // A company's action after a failed refund is a separate refund.
  where: sql`(${refunds.state} <> 'FAILED' or ${refunds.resolvedAt} is null)`,
};

async function listAttempts(tx: Tx, filter: TransactionFilter): Promise<TransactionRow[]> {
  const read = { name: 'attempts', selection: ATTEMPT, page: ATTEMPTS };
  const rows = await readPage(tx, filter, read);
  return rows.map((row) => ({ ...row, attempt: present(row.attempt), refund: null }));
}

async function listRefunds(tx: Tx, filter: TransactionFilter): Promise<TransactionRow[]> {
  const selection = { ...ATTEMPT, refund: SHOWN_REFUND } as const;
  const rows = await readPage(tx, filter, { name: 'refunds', selection, page: REFUNDS });
  return rows.map((row) => ({
    ...row,
    attempt: present(row.attempt),
    refund: present(row.refund),
  }));
}

function present<Row>(row: Row | null): Row {
  invariant(row, 'an inner join returns both rows');
  return row;
}

function newestFirst(one: TransactionRow, other: TransactionRow): number {
  const [a, b] = [toCursor(one), toCursor(other)];
  const isEarlier = a.createdAt === b.createdAt ? a.id < b.id : a.createdAt < b.createdAt;
  return isEarlier ? 1 : -1;
}

/** Takes one round trip. */
export async function listTransactions(
  tx: Tx,
  filter: TransactionFilter,
): Promise<TransactionRow[]> {
  const rows = await together([listAttempts(tx, filter), listRefunds(tx, filter)]);
  return rows.flat().toSorted(newestFirst).slice(0, filter.limit);
}

type RequestFilter = CustomerKey & { requestId: RequestId; limit: number };

/** Most requests have no payment yet, and then no refund either. The others take a second round trip. */
export async function listRequestTransactions(
  tx: Tx,
  request: RequestFilter,
): Promise<TransactionRow[]> {
  const filter = { ...request, after: null };
  const payments = await listAttempts(tx, filter);
  if (payments.length === 0) return [];
  const rows = [...payments, ...(await listRefunds(tx, filter))];
  return rows.toSorted(newestFirst).slice(0, filter.limit);
}
