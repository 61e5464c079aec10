/**
 * Lets a company request a part of an order (R12), change the amount, or withdraw the request. The requested amount
 * is frozen while a payment is open, and permanently once it is paid.
 */
import { type OrderId, type RequestId, requestIdSchema } from '@quittance/contract/ids';
import { addCents, type Cents, subtractCents } from '@quittance/contract/money';
import type { ProviderPartialRequest } from '@quittance/contract/projects/partial-request-schemas';
import type { EventType } from '@quittance/contract/webhooks/event-schemas';
import { isOrderPayable, isPartialAmountAllowed } from '@quittance/domain/checkout/amounts';
import { leavesPayable, partMax } from '@quittance/domain/checkout/charge-minimum';
import { invariant } from '@quittance/domain/invariant';
import { isOpen } from '@quittance/domain/status/payment-status';
import { findCompany } from '../companies/store.ts';
import { revokeLinksOfRequest } from '../identity/capabilities.ts';
import type { RequestRow } from '../invoices/store.ts';
import { groupBy } from '../kernel/concurrency.ts';
import { AppError } from '../kernel/errors.ts';
import { hasOpenAttemptOnRequest } from '../ledger/attempts.ts';
import { hasOpenIntent } from '../ledger/intents.ts';
import { type Actor, type ProviderDeps, recordAction } from '../platform/audit/recorded-action.ts';
import type { Tx } from '../platform/database/database.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import { lockOrder, lockRequestedOrders, type OrderRow } from './orders.ts';
import {
  deleteLines,
  findPartialRequestRow,
  listLinesOfRequests,
  listPaymentsOfRequests,
  listRequestsOnOrder,
} from './partial-request-records.ts';
import {
  hasPaid,
  insertLines,
  insertPartialRequest,
  lockPartialRequest,
  replaceLines,
} from './partial-requests.ts';
import { findOrderRow } from './project-records.ts';

type Payment = Awaited<ReturnType<typeof listPaymentsOfRequests>>[number];
type Line = Awaited<ReturnType<typeof listLinesOfRequests>>[number];
type Parts = { lines: readonly Line[]; payments: readonly Payment[] };

function toState({ lines, payments }: Parts): ProviderPartialRequest['state'] {
  if (payments.some(({ state }) => isOpen(state))) return 'PROCESSING';
  if (payments.length > 0) return 'PAID';
  return lines.length > 0 ? 'OPEN' : 'CANCELED';
}

function show({ id, customerId, createdAt }: RequestRow, parts: Parts): ProviderPartialRequest {
  const orders = parts.lines.map(({ orderId, orderRef, amountCents: amount }) => ({
    orderId,
    orderRef,
    amount,
  }));
  const total = addCents(...orders.map(({ amount }) => amount));
  return { id, customerId, orders, total, state: toState(parts), createdAt };
}

async function showAll(tx: Tx, rows: readonly RequestRow[]): Promise<ProviderPartialRequest[]> {
  const [first] = rows;
  if (!first) return [];
  const asked = { companyId: first.companyId, requestIds: rows.map(({ id }) => id) };
  const lines = groupBy(await listLinesOfRequests(tx, asked), ({ requestId }) => requestId);
  const payments = groupBy(await listPaymentsOfRequests(tx, asked), ({ requestId }) => requestId);
  return rows.map((row) =>
    show(row, { lines: lines.get(row.id) ?? [], payments: payments.get(row.id) ?? [] }),
  );
}

type RequestCommand = { actor: Actor; requestId: RequestId };

async function requireRequest(tx: Tx, { actor, requestId }: RequestCommand): Promise<RequestRow> {
  const row = await findPartialRequestRow(tx, { companyId: actor.companyId, requestId });
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

export async function getPartialRequest(
  tx: Tx,
  named: RequestCommand,
): Promise<ProviderPartialRequest> {
  const [shown] = await showAll(tx, [await requireRequest(tx, named)]);
  invariant(shown, 'a request that was found is shown');
  return shown;
}

/** The requested amount must be owed and leave a remainder that can be charged (R87). */
async function refuseUnlessOwed(tx: Tx, order: OrderRow, amount: Cents): Promise<void> {
  if (!isOrderPayable(order)) throw new AppError('ACCOUNT_NOT_PAYABLE');
  const { companyId, totalCents: totalBalance, paidCents: paidBalance } = order;
  if (!isPartialAmountAllowed({ amount, totalBalance, paidBalance })) {
    const owed = subtractCents(totalBalance, paidBalance);
    const fields = [{ field: 'amount', message: `Expected at most ${owed}, what is still owed.` }];
    throw new AppError('AMOUNT_CHANGED', { details: { fields } });
  }
  const company = await findCompany(tx, companyId);
  invariant(company, 'an order has its company');
  const part = { owed: subtractCents(totalBalance, paidBalance), company };
  if (leavesPayable(amount, part)) return;
  const message = `Leaves less than the processor can charge: ask for ${part.owed}, or for ${partMax(part)} at most`;
  throw new AppError('AMOUNT_CHANGED', { details: { fields: [{ field: 'amount', message }] } });
}

type RequestEvent = RequestCommand & { type: EventType; detail?: Record<string, unknown> };

async function tell(tx: Tx, deps: ProviderDeps, told: RequestEvent): Promise<void> {
  const { actor, requestId, type, detail = {} } = told;
  const subject = `request:${requestId}`;
  await recordAction(tx, deps, { actor, action: type, subject, detail });
  const { companyId } = actor;
  recordEvent(tx, { companyId, type, objectId: requestId, at: deps.clock.now() });
}

export async function createPartialRequest(
  tx: Tx,
  deps: ProviderDeps,
  { actor, orderId, amount }: { actor: Actor; orderId: OrderId; amount: Cents },
): Promise<ProviderPartialRequest> {
  const { companyId } = actor;
  const order = await lockOrder(tx, { companyId, orderId });
  if (!order) throw new AppError('NOT_FOUND');
  await refuseUnlessOwed(tx, order, amount);
  const requestId = requestIdSchema.parse(deps.entropy.uuid());
  const { customerId } = order;
  const own = { companyId, customerId, requestId };
  await insertPartialRequest(tx, own, deps.clock.now());
  await insertLines(tx, own, [{ id: orderId, amountCents: amount }]);
  const detail = { orderId, amountCents: amount };
  await tell(tx, deps, { actor, requestId, type: 'partial_request.created', detail });
  return getPartialRequest(tx, { actor, requestId });
}

/**
 * Locks the orders before the request, as a payment does. An intent that a page may still confirm also counts as a
 * payment.
 */
async function lockUnpaid(tx: Tx, named: RequestCommand) {
  const { customerId, companyId } = await requireRequest(tx, named);
  const { requestId } = named;
  const own = { companyId, customerId, requestId };
  const requested = await lockRequestedOrders(tx, own);
  invariant(await lockPartialRequest(tx, own), 'a request is never deleted');
  const isBeingPaid =
    (await hasOpenAttemptOnRequest(tx, own)) ||
    (await hasOpenIntent(tx, { ...own, invoiceId: null }));
  if (isBeingPaid) throw new AppError('ACCOUNT_IS_PROCESSING');
  if (await hasPaid(tx, own)) throw new AppError('ACCOUNT_ALREADY_CLOSED');
  return requested;
}

export async function changePartialRequest(
  tx: Tx,
  deps: ProviderDeps,
  { amount, ...named }: RequestCommand & { amount: Cents },
): Promise<ProviderPartialRequest> {
  const [only, ...others] = await lockUnpaid(tx, named);
  if (!only || others.length > 0) throw new AppError('REQUEST_NOT_CHANGEABLE');
  await refuseUnlessOwed(tx, only.order, amount);
  const { companyId, customerId } = only.order;
  await replaceLines(tx, { companyId, customerId, requestId: named.requestId }, [
    { id: only.order.id, amountCents: amount },
  ]);
  const detail = { amountCents: amount };
  await tell(tx, deps, { ...named, type: 'partial_request.changed', detail });
  return getPartialRequest(tx, named);
}

/** Afterward, the request cannot be paid, and its links end. Canceling it again changes nothing. */
export async function cancelPartialRequest(
  tx: Tx,
  deps: ProviderDeps,
  named: RequestCommand,
): Promise<ProviderPartialRequest> {
  const requested = await lockUnpaid(tx, named);
  if (requested.length > 0) {
    const key = { companyId: named.actor.companyId, requestId: named.requestId };
    await deleteLines(tx, key);
    await revokeLinksOfRequest(tx, key, deps.clock.now());
    await tell(tx, deps, { ...named, type: 'partial_request.canceled' });
  }
  return getPartialRequest(tx, named);
}

export async function listPartialRequests(
  tx: Tx,
  { companyId }: Actor,
  orderId: OrderId,
): Promise<{ data: ProviderPartialRequest[] }> {
  const key = { companyId, orderId };
  if (!(await findOrderRow(tx, key))) throw new AppError('NOT_FOUND');
  return { data: await showAll(tx, await listRequestsOnOrder(tx, key)) };
}
