/** Maps rows to the wire format of an estimate, with the amount due once it is accepted. */
import type { IsoDate } from '@quittance/contract/dates';
import { compareDates } from '@quittance/contract/dates';
import type { Payable } from '@quittance/contract/invoices/portal-schemas';
import { subtractCents } from '@quittance/contract/money';
import type { Estimate } from '@quittance/contract/projects/portal-schemas';
import { isEstimateAccepted } from '@quittance/domain/status/estimate-status';
import type { CompanyRow } from '../companies/store.ts';
import type { Deps } from '../kernel/deps.ts';
import { hasOpenAttemptOnRequest } from '../ledger/attempts.ts';
import type { Tx } from '../platform/database/database.ts';
import { payableRequest } from './payable-request.ts';
import type { EstimateRow, ShownEstimate } from './project-rows.ts';

/** After its last day, an estimate is expired, whatever its status (R25). */
export function isAcceptable({ status, expiresOn }: EstimateRow, today: IsoDate): boolean {
  const isOpen = status === 'Open' || status === 'Pending billing';
  return isOpen && compareDates(today, expiresOn) <= 0;
}

export function toPublicEstimate(row: EstimateRow) {
  return {
    estimateRef: row.estimateRef,
    memo: row.memo,
    status: row.status,
    items: row.items.map(({ name, amount }) => ({ name, amount })),
    total: row.totalCents,
    paidBalance: row.paidCents,
    expiresOn: row.expiresOn,
  };
}

type EstimateContext = ShownEstimate & { company: CompanyRow };

/** Returns null until the estimate is accepted. */
export async function payableEstimate(
  tx: Tx,
  deps: Pick<Deps, 'processors'>,
  { estimate, requestId, company }: EstimateContext,
): Promise<Payable | null> {
  if (!requestId || !isEstimateAccepted(estimate)) return null;
  const { companyId, totalCents, paidCents } = estimate;
  const isProcessing = await hasOpenAttemptOnRequest(tx, { companyId, requestId });
  const amountCents = subtractCents(totalCents, paidCents);
  return payableRequest(deps, { amountCents, isProcessing, company });
}

export async function loadEstimate(
  tx: Tx,
  deps: Pick<Deps, 'processors' | 'clock'>,
  shown: EstimateContext,
): Promise<Estimate> {
  const { estimate, requestId, company } = shown;
  const today = deps.clock.today(company.timeZone);
  return {
    id: estimate.id,
    ...toPublicEstimate(estimate),
    isAcceptable: isAcceptable(estimate, today),
    requestId,
    payable: await payableEstimate(tx, deps, shown),
    today,
  };
}
