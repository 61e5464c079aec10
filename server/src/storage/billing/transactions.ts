/** Attempts as the customer's transactions, newest first, a page at a time. */
import type { Instant } from '@quittance/contract/dates';
import type { AttemptId, ProjectId, RequestId } from '@quittance/contract/ids';
import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { type CustomerKey, matching, references } from '../keys.ts';
import { invoices, requestOrders, requests } from '../schema/invoices.ts';
import { attempts } from '../schema/payments.ts';
import { estimates, orders } from '../schema/projects.ts';

function selectTransactions(tx: Tx) {
  return tx
    .select({
      attempt: attempts,
      accountRef: invoices.accountRef,
      productName: invoices.productName,
    })
    .from(attempts)
    .leftJoin(invoices, references(attempts.invoiceId, invoices));
}

export type TransactionRow = Awaited<ReturnType<typeof selectTransactions>>[number];

export type TransactionCursor = { createdAt: Instant; id: AttemptId };

export type TransactionFilter = CustomerKey & {
  after: TransactionCursor | null;
  limit: number;
  requestId?: RequestId;
  projectId?: ProjectId;
};

function isAfter({ createdAt, id }: TransactionCursor): SQL {
  return sql`(${attempts.createdAt}, ${attempts.id}) < (${createdAt}::timestamptz, ${id}::uuid)`;
}

/** A project's transactions pay its invoices, its orders or its estimates. */
function isOfProject(projectId: ProjectId): SQL {
  return sql`(${invoices.projectId} = ${projectId} or exists (
    select from ${requests}
      left join ${estimates} on ${estimates.companyId} = ${requests.companyId}
        and ${estimates.id} = ${requests.estimateId}
      left join ${requestOrders} on ${requestOrders.companyId} = ${requests.companyId}
        and ${requestOrders.requestId} = ${requests.id}
      left join ${orders} on ${orders.companyId} = ${requestOrders.companyId}
        and ${orders.id} = ${requestOrders.orderId}
    where ${requests.companyId} = ${attempts.companyId} and ${requests.id} = ${attempts.requestId}
      and (${estimates.projectId} = ${projectId} or ${orders.projectId} = ${projectId})))`;
}

/** CREATED attempts are left out: nothing was sent for them. */
export async function listTransactions(
  tx: Tx,
  { companyId, customerId, after, limit, requestId, projectId }: TransactionFilter,
): Promise<TransactionRow[]> {
  return selectTransactions(tx)
    .where(
      and(
        matching(attempts, { companyId, customerId }),
        ne(attempts.state, 'CREATED'),
        after ? isAfter(after) : undefined,
        requestId ? eq(attempts.requestId, requestId) : undefined,
        projectId ? isOfProject(projectId) : undefined,
      ),
    )
    .orderBy(desc(attempts.createdAt), desc(attempts.id))
    .limit(limit);
}
