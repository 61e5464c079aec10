/** Partial requests: which orders are to be paid, and how much of each (R12). */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId, CustomerId, OrderId, RequestId } from '@quittance/contract/ids';
import type { Cents } from '@quittance/contract/money';
import { and, asc, count, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { requestOrders, requests } from '../schema/invoices.ts';
import { attempts } from '../schema/payments.ts';
import { orders } from '../schema/projects.ts';
import type { RequestRow } from './invoices.ts';

type Owner = { companyId: CompanyId; customerId: CustomerId };
type OwnRequest = Owner & { requestId: RequestId };
type RequestKey = { companyId: CompanyId; requestId: RequestId };

export type OrderRow = typeof orders.$inferSelect;

/** An order and what the request asks for on it. */
export type RequestedOrder = { order: OrderRow; amountCents: Cents };

export async function findPartialRequest(tx: Tx, own: OwnRequest): Promise<RequestRow | null> {
  const [row] = await tx.select().from(requests).where(isOwnPartial(own));
  return row ?? null;
}

export async function lockPartialRequest(tx: Tx, own: OwnRequest): Promise<RequestRow | null> {
  const [row] = await tx.select().from(requests).where(isOwnPartial(own)).for('update');
  return row ?? null;
}

function isOwnPartial({ companyId, customerId, requestId }: OwnRequest) {
  return and(
    eq(requests.companyId, companyId),
    eq(requests.customerId, customerId),
    eq(requests.id, requestId),
    eq(requests.kind, 'PARTIAL'),
  );
}

export async function findRequestedOrders(tx: Tx, key: RequestKey): Promise<RequestedOrder[]> {
  return tx
    .select({ order: orders, amountCents: requestOrders.amountCents })
    .from(requestOrders)
    .innerJoin(
      orders,
      and(eq(orders.companyId, requestOrders.companyId), eq(orders.id, requestOrders.orderId)),
    )
    .where(
      and(eq(requestOrders.companyId, key.companyId), eq(requestOrders.requestId, key.requestId)),
    )
    .orderBy(asc(orders.orderRef), asc(orders.id));
}

/** By id, in the order in which every other transaction locks them. */
export async function lockOrders(
  tx: Tx,
  { companyId, customerId }: Owner,
  ids: readonly OrderId[],
): Promise<OrderRow[]> {
  return tx
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.companyId, companyId),
        eq(orders.customerId, customerId),
        inArray(orders.id, [...ids]),
      ),
    )
    .orderBy(asc(orders.id))
    .for('update');
}

/** A payment of it went through and was not returned. */
export async function hasPaid(tx: Tx, key: RequestKey): Promise<boolean> {
  const rows = await tx
    .select({ id: attempts.id })
    .from(attempts)
    .where(
      and(
        eq(attempts.companyId, key.companyId),
        eq(attempts.requestId, key.requestId),
        eq(attempts.state, 'SUCCEEDED'),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

export async function countPartialRequests(
  tx: Tx,
  { companyId, customerId }: Owner,
  since: Instant,
): Promise<number> {
  const [row] = await tx
    .select({ made: count() })
    .from(requests)
    .where(
      and(
        eq(requests.companyId, companyId),
        eq(requests.customerId, customerId),
        eq(requests.kind, 'PARTIAL'),
        gt(requests.createdAt, since),
      ),
    );
  return row?.made ?? 0;
}

export async function insertPartialRequest(
  tx: Tx,
  { companyId, customerId, requestId }: OwnRequest,
  createdAt: Instant,
): Promise<void> {
  await tx
    .insert(requests)
    .values({ companyId, id: requestId, customerId, kind: 'PARTIAL', createdAt });
}

type Line = { id: OrderId; amountCents: Cents };

export async function insertLines(tx: Tx, key: RequestKey, lines: readonly Line[]): Promise<void> {
  const { companyId, requestId } = key;
  await tx
    .insert(requestOrders)
    .values(
      lines.map(({ id, amountCents }) => ({ companyId, requestId, orderId: id, amountCents })),
    );
}

export async function replaceLines(tx: Tx, key: RequestKey, lines: readonly Line[]): Promise<void> {
  await tx
    .delete(requestOrders)
    .where(
      and(eq(requestOrders.companyId, key.companyId), eq(requestOrders.requestId, key.requestId)),
    );
  await insertLines(tx, key, lines);
  await tx
    .update(requests)
    .set({ version: sql`${requests.version} + 1` })
    .where(and(eq(requests.companyId, key.companyId), eq(requests.id, key.requestId)));
}
