/** Attempts as their customer sees them: what was tried, newest first, a page at a time. */
import type { Instant } from '@quittance/contract/dates';
import type {
  AttemptId,
  CompanyId,
  CustomerId,
  ProjectId,
  RequestId,
} from '@quittance/contract/ids';
import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { invoices, requestOrders, requests } from '../schema/invoices.ts';
import { attempts } from '../schema/payments.ts';
import { estimates, orders } from '../schema/projects.ts';

type Owner = { companyId: CompanyId; customerId: CustomerId };

function selectTransactions(tx: Tx) {
  return tx
    .select({
      attempt: attempts,
      accountRef: invoices.accountRef,
      productName: invoices.productName,
    })
    .from(attempts)
    .leftJoin(
      invoices,
      and(eq(invoices.companyId, attempts.companyId), eq(invoices.id, attempts.invoiceId)),
    );
}

export type TransactionRow = Awaited<ReturnType<typeof selectTransactions>>[number];

export type TransactionPlace = { createdAt: Instant; id: AttemptId };

export type TransactionFilter = Owner & {
  after: TransactionPlace | null;
  limit: number;
  requestId?: RequestId;
  projectId?: ProjectId;
};

function isAfter({ createdAt, id }: TransactionPlace): SQL {
  return sql`(${attempts.createdAt}, ${attempts.id}) < (${createdAt}::timestamptz, ${id}::uuid)`;
}

/** Of a project is what was paid on its invoices, its orders and its estimates. */
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

/** An attempt that was only made ready and never sent is nobody's payment. */
export async function listTransactions(
  tx: Tx,
  { companyId, customerId, after, limit, requestId, projectId }: TransactionFilter,
): Promise<TransactionRow[]> {
  return selectTransactions(tx)
    .where(
      and(
        eq(attempts.companyId, companyId),
        eq(attempts.customerId, customerId),
        ne(attempts.state, 'CREATED'),
        after ? isAfter(after) : undefined,
        requestId ? eq(attempts.requestId, requestId) : undefined,
        projectId ? isOfProject(projectId) : undefined,
      ),
    )
    .orderBy(desc(attempts.createdAt), desc(attempts.id))
    .limit(limit);
}
