/** Requests to pay parts of orders, as shown to the company that made them. */
import type { CompanyId, EstimateId, RequestId } from '@quittance/contract/ids';
import { OPEN_STATES } from '@quittance/domain/status/payment-status';
import { asc, desc, getTableColumns } from 'drizzle-orm';
import type { RequestRow } from '../invoices/store.ts';
import type { Tx } from '../platform/database/database.ts';
import { matching, type OrderKey, type RequestKey, references } from '../platform/database/keys.ts';
import { findRow } from '../platform/database/rows.ts';
import { requestOrders, requests } from '../schema/invoices.ts';
import { attempts } from '../schema/payments.ts';
import { orders } from '../schema/projects.ts';

export async function findPartialRequestRow(
  tx: Tx,
  { companyId, requestId }: RequestKey,
): Promise<RequestRow | null> {
  return findRow(tx, requests, { companyId, id: requestId, kind: 'PARTIAL' });
}

export async function findRequestOfEstimate(
  tx: Tx,
  key: { companyId: CompanyId; estimateId: EstimateId },
): Promise<RequestRow | null> {
  return findRow(tx, requests, key);
}

const LIST_MAX = 100;

export async function listRequestsOnOrder(
  tx: Tx,
  { companyId, orderId }: OrderKey,
): Promise<RequestRow[]> {
  return tx
    .select(getTableColumns(requests))
    .from(requestOrders)
    .innerJoin(requests, references(requestOrders.requestId, requests))
    .where(matching(requestOrders, { companyId, orderId }))
    .orderBy(desc(requests.createdAt), desc(requests.id))
    .limit(LIST_MAX);
}

type OfRequests = { companyId: CompanyId; requestIds: readonly RequestId[] };

export async function listLinesOfRequests(tx: Tx, { companyId, requestIds }: OfRequests) {
  return tx
    .select({
      requestId: requestOrders.requestId,
      orderId: orders.id,
      orderRef: orders.orderRef,
      amountCents: requestOrders.amountCents,
    })
    .from(requestOrders)
    .innerJoin(orders, references(requestOrders.orderId, orders))
    .where(matching(requestOrders, { companyId, requestId: requestIds }))
    .orderBy(asc(orders.orderRef), asc(orders.id));
}

export async function listPaymentsOfRequests(tx: Tx, { companyId, requestIds }: OfRequests) {
  return tx
    .select({ requestId: attempts.requestId, state: attempts.state })
    .from(attempts)
    .where(
      matching(attempts, {
        companyId,
        requestId: requestIds,
        state: [...OPEN_STATES, 'SUCCEEDED'],
      }),
    );
}

export async function deleteLines(tx: Tx, { companyId, requestId }: RequestKey): Promise<void> {
  await tx.delete(requestOrders).where(matching(requestOrders, { companyId, requestId }));
}
