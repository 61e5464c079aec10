/** Attempts and their refunds as the customer's transactions, newest first, one page at a time. */
import type { Instant } from '@quittance/contract/dates';
import type { InvoiceId, ProjectId, RequestId } from '@quittance/contract/ids';
import { and, desc, ne, type SQL, sql } from 'drizzle-orm';
import type { RefundRow } from '../ledger/refunds.ts';
import type { Tx } from '../platform/database/database.ts';
import { type CustomerKey, matching, references } from '../platform/database/keys.ts';
import { together } from '../platform/database/transaction.ts';
import { attemptParts } from '../schema/attempt-parts.ts';
import { invoices, requestOrders, requests } from '../schema/invoices.ts';
import { attempts } from '../schema/payments.ts';
import { estimates, orders } from '../schema/projects.ts';
import { refunds } from '../schema/refunds.ts';

function selectTransactions(tx: Tx) {
  return tx
    .select({
      attempt: attempts,
      accountRef: invoices.accountRef,
      productName: invoices.productName,
      invoiceStatus: invoices.status,
    })
    .from(attempts)
    .leftJoin(invoices, references(attempts.invoiceId, invoices));
}

/** If `refund` is set, the row represents the refund of the attempt, which is a separate transaction (R39). */
export type TransactionRow = Awaited<ReturnType<typeof selectTransactions>>[number] & {
  refund: RefundRow | null;
};

export type TransactionCursor = { createdAt: Instant; id: string };

export function toCursor({ attempt, refund }: TransactionRow): TransactionCursor {
  const { createdAt, id } = refund ?? attempt;
  return { createdAt, id };
}

type OfInvoice = { requestId: RequestId; invoiceId: InvoiceId | null };

export type TransactionFilter = CustomerKey & {
  after: TransactionCursor | null;
  limit: number;
  of?: OfInvoice;
  projectId?: ProjectId;
};

function isAfter(table: typeof attempts | typeof refunds, after: TransactionCursor): SQL {
  const { createdAt, id } = after;
  return sql`(${table.createdAt}, ${table.id}) < (${createdAt}::timestamptz, ${id}::uuid)`;
}

/**
 * A project's transactions pay its invoices, orders or estimates. Citus requires each table to be compared directly
 * with the company id.
 */
function isOfProject({ companyId }: CustomerKey, projectId: ProjectId): SQL {
  const company = sql`${companyId}::uuid`;
  return sql`(${invoices.projectId} = ${projectId} or exists (
    select from ${attemptParts} join ${invoices} part
      on part.company_id = ${company} and part.id = ${attemptParts.invoiceId}
    where ${attemptParts.companyId} = ${company}
      and ${attemptParts.attemptId} = ${attempts.id} and part.project_id = ${projectId}) or exists (
    select from ${requests}
      left join ${estimates} on ${estimates.companyId} = ${company}
        and ${estimates.id} = ${requests.estimateId}
      left join ${requestOrders} on ${requestOrders.companyId} = ${company}
        and ${requestOrders.requestId} = ${requests.id}
      left join ${orders} on ${orders.companyId} = ${company}
        and ${orders.id} = ${requestOrders.orderId}
    where ${requests.companyId} = ${company} and ${requests.id} = ${attempts.requestId}
      and (${estimates.projectId} = ${projectId} or ${orders.projectId} = ${projectId})))`;
}

/** Finds the ids first, each through its own index. */
function isOfInvoice({ companyId }: CustomerKey, { requestId, invoiceId }: OfInvoice): SQL {
  return sql`${attempts.id} = any(array(
    select a.id from ${attempts} a where a.company_id = ${companyId} and a.request_id = ${requestId}
    union all
    select p.attempt_id from ${attemptParts} p
    where p.company_id = ${companyId} and p.invoice_id = ${invoiceId}))`;
}

function isWanted(filter: TransactionFilter) {
  const { companyId, customerId, of, projectId } = filter;
  return and(
    matching(attempts, { companyId, customerId }),
    of ? isOfInvoice(filter, of) : undefined,
    projectId ? isOfProject(filter, projectId) : undefined,
  );
}

async function listRefunds(tx: Tx, filter: TransactionFilter): Promise<TransactionRow[]> {
  const { after, limit } = filter;
  return tx
    .select({
      attempt: attempts,
      accountRef: invoices.accountRef,
      productName: invoices.productName,
      invoiceStatus: invoices.status,
      refund: refunds,
    })
    .from(refunds)
    .innerJoin(attempts, references(refunds.attemptId, attempts))
    .leftJoin(invoices, references(attempts.invoiceId, invoices))
    .where(
      and(
        isWanted(filter),
        // A failed refund is hidden once it is resolved, because the company's action is a separate refund.
        sql`(${refunds.state} <> 'FAILED' or ${refunds.resolvedAt} is null)`,
        after ? isAfter(refunds, after) : undefined,
      ),
    )
    .orderBy(desc(refunds.createdAt), desc(refunds.id))
    .limit(limit);
}

/** Omits CREATED attempts, for which nothing was sent. */
async function listAttempts(tx: Tx, filter: TransactionFilter): Promise<TransactionRow[]> {
  const { after, limit } = filter;
  const rows = await selectTransactions(tx)
    .where(
      and(
        isWanted(filter),
        ne(attempts.state, 'CREATED'),
        after ? isAfter(attempts, after) : undefined,
      ),
    )
    .orderBy(desc(attempts.createdAt), desc(attempts.id))
    .limit(limit);
  return rows.map((row) => ({ ...row, refund: null }));
}

function newestFirst(one: TransactionRow, other: TransactionRow): number {
  const [a, b] = [toCursor(one), toCursor(other)];
  const isEarlier = a.createdAt === b.createdAt ? a.id < b.id : a.createdAt < b.createdAt;
  return isEarlier ? 1 : -1;
}

export async function listTransactions(
  tx: Tx,
  filter: TransactionFilter,
): Promise<TransactionRow[]> {
  const rows = await together([listAttempts(tx, filter), listRefunds(tx, filter)]);
  return rows.flat().toSorted(newestFirst).slice(0, filter.limit);
}
