/** Partial requests: the orders a customer wants to pay, and the amount for each (R12). */
import type { Instant } from '@quittance/contract/dates';
import type { OrderId } from '@quittance/contract/ids';
import type { Cents } from '@quittance/contract/money';
import { and, asc, gt, sql } from 'drizzle-orm';
import type { RequestRow } from '../invoices/store.ts';
import type { Tx } from '../platform/database/database.ts';
import { type CustomerKey, matching, type RequestKey } from '../platform/database/keys.ts';
import { findRow, lockRow } from '../platform/database/rows.ts';
import { requestOrders, requests } from '../schema/invoices.ts';
import { attempts } from '../schema/payments.ts';
import { orders } from '../schema/projects.ts';
import { type OrderRow, type RequestedOrder, selectRequestedOrders } from './orders.ts';

type OwnRequest = CustomerKey & RequestKey;

export async function findPartialRequest(
  tx: Tx,
  { companyId, customerId, requestId }: OwnRequest,
): Promise<RequestRow | null> {
  return findRow(tx, requests, { companyId, customerId, id: requestId, kind: 'PARTIAL' });
}

export async function lockPartialRequest(
  tx: Tx,
  { companyId, customerId, requestId }: OwnRequest,
): Promise<RequestRow | null> {
  return lockRow(tx, requests, { companyId, customerId, id: requestId, kind: 'PARTIAL' });
}

export async function findRequestedOrders(tx: Tx, key: RequestKey): Promise<RequestedOrder[]> {
  return selectRequestedOrders(tx, key).orderBy(asc(orders.orderRef), asc(orders.id));
}

/** Locks by id, in the same order as every other transaction. */
export async function lockOrders(
  tx: Tx,
  { companyId, customerId }: CustomerKey,
  ids: readonly OrderId[],
): Promise<OrderRow[]> {
  return tx
    .select()
    .from(orders)
    .where(matching(orders, { companyId, customerId, id: ids }))
    .orderBy(asc(orders.id))
    .for('no key update');
}

/** Returns whether a payment of the request succeeded and was not returned. */
export async function hasPaid(tx: Tx, { companyId, requestId }: RequestKey): Promise<boolean> {
  return (await findRow(tx, attempts, { companyId, requestId, state: 'SUCCEEDED' })) !== null;
}

export async function countPartialRequests(
  tx: Tx,
  { companyId, customerId }: CustomerKey,
  since: Instant,
): Promise<number> {
  const isOwnPartial = matching(requests, { companyId, customerId, kind: 'PARTIAL' });
  return tx.$count(requests, and(isOwnPartial, gt(requests.createdAt, since)));
}

export async function insertPartialRequest(
  tx: Tx,
  { companyId, customerId, requestId }: OwnRequest,
  createdAt: Instant,
): Promise<void> {
  const row = { companyId, id: requestId, customerId, kind: 'PARTIAL', createdAt } as const;
  await tx.insert(requests).values(row);
}

type Line = { id: OrderId; amountCents: Cents };

export async function insertLines(
  tx: Tx,
  { companyId, customerId, requestId }: OwnRequest,
  lines: readonly Line[],
): Promise<void> {
  const rows = lines.map(({ id: orderId, ...line }) => ({
    companyId,
    requestId,
    orderId,
    customerId,
    ...line,
  }));
  await tx.insert(requestOrders).values(rows);
}

export async function replaceLines(tx: Tx, key: OwnRequest, lines: readonly Line[]): Promise<void> {
  const { companyId, requestId } = key;
  await tx.delete(requestOrders).where(matching(requestOrders, { companyId, requestId }));
  await insertLines(tx, key, lines);
  await tx
    .update(requests)
    .set({ version: sql`${requests.version} + 1` })
    .where(matching(requests, { companyId, id: requestId }));
}
