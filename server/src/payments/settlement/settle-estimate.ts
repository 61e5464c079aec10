/** What the payment of an accepted estimate does to it. Called by settle() alone. */
import { addCents, subtractCents } from '@quittance/contract/money';
import { assertNever } from '@quittance/domain/invariant';
import { receivableOfEstimate } from '@quittance/domain/postings';
import type { PaymentEvent } from '@quittance/domain/status/payment-status';
import type { Deps } from '../../deps.ts';
import { type EstimateRow, updateEstimatePaid } from '../../storage/billing/estimates.ts';
import type { Tx } from '../../storage/database.ts';
import type { Attempt } from '../../storage/payments/attempts.ts';
import { onReturn } from './dunning/dunning.ts';
import { bookReturn, bookSuccess } from './settle-money.ts';

export type OnEstimate = { attempt: Attempt; estimate: EstimateRow };

/** Returns the attempt as it stands afterwards. */
export async function settleEstimate(
  tx: Tx,
  deps: Deps,
  { event, ...on }: OnEstimate & { event: PaymentEvent },
): Promise<Attempt> {
  switch (event) {
    case 'succeeded':
      return succeeded(tx, deps, on);
    case 'declined':
      return on.attempt;
    case 'returned':
      return returned(tx, deps, on);
    default:
      return assertNever(event);
  }
}

async function succeeded(tx: Tx, deps: Deps, { attempt, estimate }: OnEstimate): Promise<Attempt> {
  const { companyId, id: estimateId } = estimate;
  const owedCents = subtractCents(estimate.totalCents, estimate.paidCents);
  const rooms = [{ account: receivableOfEstimate(estimateId), amountCents: owedCents }];
  const booked = await bookSuccess(tx, deps, { attempt, rooms });
  const paidCents = addCents(estimate.paidCents, ...booked.paid.map((part) => part.amountCents));
  await updateEstimatePaid(tx, { companyId, estimateId }, paidCents);
  return booked.attempt;
}

async function returned(tx: Tx, deps: Deps, { attempt, estimate }: OnEstimate): Promise<Attempt> {
  const { companyId, id: estimateId } = estimate;
  await bookReturn(tx, deps, attempt);
  const principalCents = subtractCents(attempt.amountCents, attempt.creditCents);
  const paidCents = subtractCents(estimate.paidCents, principalCents);
  await updateEstimatePaid(tx, { companyId, estimateId }, paidCents);
  await onReturn(tx, deps, attempt);
  return attempt;
}
