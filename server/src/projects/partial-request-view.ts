/** Maps rows to the wire format of a partial request, with the amount due. */

import type { Payable } from '@quittance/contract/invoices/portal-schemas';
import { ZERO } from '@quittance/contract/money';
import type { PartialRequest, PublicOrder } from '@quittance/contract/projects/portal-schemas';
import {
  isOrderPayable,
  isPartialAmountAllowed,
  partialTotal,
} from '@quittance/domain/checkout/amounts';
import type { CompanyRow } from '../companies/store.ts';
import type { RequestRow } from '../invoices/store.ts';
import type { Deps } from '../kernel/deps.ts';
import { hasOpenAttemptOnRequest } from '../ledger/attempts.ts';
import type { Tx } from '../platform/database/database.ts';
import type { RequestedOrder } from './orders.ts';
import { hasPaid } from './partial-requests.ts';
import { payableRequest } from './payable-request.ts';

export function toPublicOrder({ order, requestedCents }: RequestedOrder): PublicOrder {
  return {
    orderRef: order.orderRef,
    name: order.name,
    amount: requestedCents,
    totalBalance: order.totalCents,
    paidBalance: order.paidCents,
  };
}

type RequestContext = {
  request: RequestRow;
  requested: readonly RequestedOrder[];
  company: CompanyRow;
};

/** Not payable once the request is paid, or if it requests more than an order owes (R12). */
export async function payablePartial(
  tx: Tx,
  deps: Pick<Deps, 'processors'>,
  { request, requested, company }: RequestContext,
): Promise<Payable> {
  const { companyId, id: requestId } = request;
  const isProcessing = await hasOpenAttemptOnRequest(tx, { companyId, requestId });
  const lines = requested.map(toPublicOrder);
  const isPayable =
    !(await hasPaid(tx, { companyId, requestId })) &&
    lines.every(isPartialAmountAllowed) &&
    requested.every(({ order }) => isOrderPayable(order));
  const amountCents = isPayable || isProcessing ? partialTotal(lines) : ZERO;
  return payableRequest(deps, { amountCents, isProcessing, company });
}

export async function loadPartialRequest(
  tx: Tx,
  deps: Pick<Deps, 'processors' | 'clock'>,
  shown: RequestContext,
): Promise<PartialRequest> {
  return {
    requestId: shown.request.id,
    orders: shown.requested.map((row) => ({ id: row.order.id, ...toPublicOrder(row) })),
    payable: await payablePartial(tx, deps, shown),
    isPaid: await hasPaid(tx, { companyId: shown.company.companyId, requestId: shown.request.id }),
    today: deps.clock.today(shown.company.timeZone),
    version: shown.request.version,
  };
}
