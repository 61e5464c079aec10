/**
 * Accepts an estimate (R25) under its lock, once and before it expires. Idempotent: returns the single request
 * through which the estimate is paid.
 */
import { createHash } from 'node:crypto';
import { type EstimateId, type RequestId, requestIdSchema } from '@quittance/contract/ids';
import { invariant } from '@quittance/domain/invariant';
import { isEstimateAccepted } from '@quittance/domain/status/estimate-status';
import { asCustomer, auditAsCustomer } from '../customers/customer-scope.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import type { CustomerPrincipal } from '../kernel/principal.ts';
import type { Tx } from '../platform/database/database.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import { isAcceptable } from './estimate-view.ts';
import {
  type EstimateRow,
  findEstimate,
  insertEstimateRequest,
  lockEstimate,
  markAccepted,
} from './project-rows.ts';

/** Evidence of the agreed terms, in case the items are disputed. */
function computeHash({ items, totalCents, memo }: EstimateRow): string {
  return createHash('sha256')
    .update(JSON.stringify([memo, items, totalCents]))
    .digest('hex');
}

async function accept(
  tx: Tx,
  deps: Deps,
  { estimate, principal }: { estimate: EstimateRow; principal: CustomerPrincipal },
): Promise<void> {
  const { companyId, customerId, id: estimateId, totalCents } = estimate;
  const at = deps.clock.now();
  await markAccepted(tx, { companyId, customerId, estimateId }, at);
  recordEvent(tx, { companyId, type: 'estimate.accepted', objectId: estimateId, at });
  await auditAsCustomer(tx, deps, {
    principal,
    action: 'estimate.accepted',
    subject: `estimate:${estimateId}`,
    detail: { totalCents, acceptedHash: computeHash(estimate) },
  });
}

export function acceptEstimate(
  deps: Deps,
  principal: CustomerPrincipal,
  estimateId: EstimateId,
): Promise<RequestId> {
  return asCustomer(deps, principal, async (tx, company) => {
    const { companyId, customerId } = principal;
    const own = { companyId, customerId, estimateId };
    const estimate = await lockEstimate(tx, own);
    if (!estimate) throw new AppError('NOT_FOUND');
    if (!isEstimateAccepted(estimate)) {
      const today = deps.clock.today(company.timeZone);
      if (!isAcceptable(estimate, today)) throw new AppError('ESTIMATE_NOT_OPEN');
      await accept(tx, deps, { estimate, principal });
    }
    const shown = await findEstimate(tx, own);
    invariant(shown, 'a locked estimate is there');
    if (shown.requestId) return shown.requestId;
    const requestId = requestIdSchema.parse(deps.entropy.uuid());
    await insertEstimateRequest(tx, own, { requestId, at: deps.clock.now() });
    return requestId;
  });
}
