/** Maps rows to the wire format of a partial request, with the amount due. */

import { ZERO } from '@quittance/contract/money';
import type { Payable } from '@quittance/contract/schemas/invoices';
import type { PartialRequest, PublicOrder } from '@quittance/contract/schemas/projects';
import {
  isOrderPayable,
  isPartialAmountAllowed,
  partialTotal,
} from '@quittance/domain/checkout/amounts';
import type { Deps } from '../../deps.ts';
import type { CompanyRow } from '../../storage/billing/companies.ts';
import type { RequestRow } from '../../storage/billing/invoices.ts';
import type { RequestedOrder } from '../../storage/billing/orders.ts';
import { hasPaid } from '../../storage/billing/partial-requests.ts';
import type { Tx } from '../../storage/database.ts';
import { hasOpenAttemptOnRequest } from '../../storage/payments/attempts.ts';
import { payableRequest } from './payable-request.ts';

export function publicOrderOf({ order, requestedCents }: RequestedOrder): PublicOrder {
  return {
    orderRef: order.orderRef,
    name: order.name,
    amount: requestedCents,
    totalBalance: order.totalCents,
    paidBalance: order.paidCents,
  };
}

type Shown = {
  request: RequestRow;
  requested: readonly RequestedOrder[];
  company: CompanyRow;
};

/** Not payable once it is paid, or when it asks for more than an order owes (R12). */
export async function payablePartial(
  tx: Tx,
  deps: Pick<Deps, 'processors'>,
  { request, requested, company }: Shown,
): Promise<Payable> {
  const { companyId, id: requestId } = request;
  const isProcessing = await hasOpenAttemptOnRequest(tx, { companyId, requestId });
  const lines = requested.map(publicOrderOf);
  const isPayable =
    !(await hasPaid(tx, { companyId, requestId })) &&
    lines.every(isPartialAmountAllowed) &&
    requested.every(({ order }) => isOrderPayable(order));
  const amountCents = isPayable || isProcessing ? partialTotal(lines) : ZERO;
  return payableRequest(deps, { amountCents, isProcessing, company });
}

export async function partialRequestOf(
  tx: Tx,
  deps: Pick<Deps, 'processors' | 'clock'>,
  shown: Shown,
): Promise<PartialRequest> {
  return {
    requestId: shown.request.id,
    orders: shown.requested.map((row) => ({ id: row.order.id, ...publicOrderOf(row) })),
    payable: await payablePartial(tx, deps, shown),
    isPaid: await hasPaid(tx, { companyId: shown.company.companyId, requestId: shown.request.id }),
    today: deps.clock.today(shown.company.timeZone),
    version: shown.request.version,
  };
}
