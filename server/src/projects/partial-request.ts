/**
 * Creates and changes requests to pay several orders (R12). Every order is checked under its lock: it must belong
 * to the customer, be ordered, and owe at least the requested amount. payments/ handles the payment.
 */
import { HOUR_MS } from '@quittance/contract/durations';
import { type OrderId, type RequestId, requestIdSchema } from '@quittance/contract/ids';
import { type Cents, subtractCents } from '@quittance/contract/money';
import type { BodyOf } from '@quittance/contract/portal-routes';
import type { PartialRequest } from '@quittance/contract/projects/portal-schemas';
import { isOrderPayable, isPartialAmountAllowed } from '@quittance/domain/checkout/amounts';
import { leavesPayable } from '@quittance/domain/checkout/charge-minimum';
import { invariant } from '@quittance/domain/invariant';
import type { CompanyRow } from '../companies/store.ts';
import { asCustomer, auditAsCustomer, readAsCustomer } from '../customers/customer-scope.ts';
import { addMs } from '../kernel/clock.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import type { CustomerPrincipal } from '../kernel/principal.ts';
import { hasOpenAttemptOnRequest } from '../ledger/attempts.ts';
import type { Tx } from '../platform/database/database.ts';
import type { OrderRow } from './orders.ts';
import { loadPartialRequest, toPublicOrder } from './partial-request-view.ts';
import {
  countPartialRequests,
  findPartialRequest,
  findRequestedOrders,
  hasPaid,
  insertLines,
  insertPartialRequest,
  lockOrders,
  lockPartialRequest,
  replaceLines,
} from './partial-requests.ts';

const REQUESTS_PER_HOUR_MAX = 30;

type CustomerContext = { principal: CustomerPrincipal; company: CompanyRow };
type Lines = BodyOf<'createPartialRequest'>['orders'];
type CheckedRequest = { lines: Lines; before: readonly OrderId[] };

async function load(
  tx: Tx,
  deps: Deps,
  { principal, company, requestId }: CustomerContext & { requestId: RequestId },
): Promise<PartialRequest> {
  const { companyId, customerId } = principal;
  const request = await findPartialRequest(tx, { companyId, customerId, requestId });
  if (!request) throw new AppError('NOT_FOUND');
  const requested = await findRequestedOrders(tx, { companyId, requestId });
  return loadPartialRequest(tx, deps, { request, requested, company });
}

export function readPartialRequest(
  deps: Deps,
  principal: CustomerPrincipal,
  requestId: RequestId,
): Promise<PartialRequest> {
  return readAsCustomer(deps, principal, (tx, company) =>
    load(tx, deps, { principal, company, requestId }),
  );
}

function owedOn({ totalCents, paidCents }: OrderRow): Cents {
  return subtractCents(totalCents, paidCents);
}

/**
 * Refuses all lines if one order is missing or one amount is not owed. The orders of the existing lines are locked
 * too, in the same order as for a payment.
 */
async function checkLines(
  tx: Tx,
  { principal, company, lines, before }: CustomerContext & CheckedRequest,
) {
  const ids = lines.map(({ id }) => id);
  if (new Set(ids).size !== ids.length) throw new AppError('INVALID_REQUEST');
  const locked = await lockOrders(tx, principal, [...new Set([...ids, ...before])]);
  const rows = locked.filter((row) => ids.includes(row.id));
  if (rows.length !== ids.length) throw new AppError('NOT_FOUND');
  const requested = lines.map(({ id, amount: requestedCents }) => {
    const order = rows.find((row) => row.id === id);
    invariant(order, 'every order was found');
    return { order, requestedCents };
  });
  const isValid = requested.every(
    (row) =>
      isOrderPayable(row.order) &&
      isPartialAmountAllowed(toPublicOrder(row)) &&
      leavesPayable(row.requestedCents, { owed: owedOn(row.order), company }),
  );
  if (!isValid) {
    const orders = requested.map((row) => ({ id: row.order.id, ...toPublicOrder(row) }));
    throw new AppError('AMOUNT_CHANGED', { details: { orders } });
  }
  return requested.map(({ order, requestedCents }) => ({
    id: order.id,
    amountCents: requestedCents,
  }));
}

export function createPartialRequest(
  deps: Deps,
  principal: CustomerPrincipal,
  lines: Lines,
): Promise<PartialRequest> {
  return asCustomer(deps, principal, async (tx, company) => {
    const { companyId, customerId } = principal;
    const now = deps.clock.now();
    const made = await countPartialRequests(tx, principal, addMs(now, -HOUR_MS));
    if (made >= REQUESTS_PER_HOUR_MAX) throw new AppError('TOO_MANY_REQUESTS');
    const checked = await checkLines(tx, { principal, company, lines, before: [] });
    const requestId = requestIdSchema.parse(deps.entropy.uuid());
    await insertPartialRequest(tx, { companyId, customerId, requestId }, now);
    await insertLines(tx, { companyId, customerId, requestId }, checked);
    await auditAsCustomer(tx, deps, {
      principal,
      action: 'partial-request.created',
      subject: `request:${requestId}`,
      detail: { orders: lines },
    });
    return load(tx, deps, { principal, company, requestId });
  });
}

export type UpdateCommand = {
  principal: CustomerPrincipal;
  requestId: RequestId;
  body: BodyOf<'updatePartialRequest'>;
};

/** Locks the orders before the request, as a payment does, to prevent deadlocks. */
export function updatePartialRequest(
  deps: Deps,
  { principal, requestId, body }: UpdateCommand,
): Promise<PartialRequest> {
  return asCustomer(deps, principal, async (tx, company) => {
    const { companyId, customerId } = principal;
    const own = { companyId, customerId, requestId };
    if (!(await findPartialRequest(tx, own))) throw new AppError('NOT_FOUND');
    const before = (await findRequestedOrders(tx, own)).map(({ order }) => order.id);
    // The company has withdrawn the request.
    if (before.length === 0) throw new AppError('NOT_FOUND');
    const checked = await checkLines(tx, { principal, company, lines: body.orders, before });
    const request = await lockPartialRequest(tx, own);
    invariant(request, 'a request is never deleted');
    if (await hasOpenAttemptOnRequest(tx, own)) throw new AppError('ACCOUNT_IS_PROCESSING');
    if (await hasPaid(tx, own)) throw new AppError('ACCOUNT_ALREADY_CLOSED');
    if (body.version !== undefined && body.version !== request.version) {
      const fresh = await load(tx, deps, { principal, company, requestId });
      throw new AppError('REQUEST_CHANGED', { details: { request: fresh } });
    }
    await replaceLines(tx, own, checked);
    await auditAsCustomer(tx, deps, {
      principal,
      action: 'partial-request.changed',
      subject: `request:${requestId}`,
      detail: { orders: body.orders },
    });
    return load(tx, deps, { principal, company, requestId });
  });
}
