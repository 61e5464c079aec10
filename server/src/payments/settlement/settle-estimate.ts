/** Effects of a payment on its accepted estimate. Called only by settle(). */
import { addCents, subtractCents } from '@quittance/contract/money';
import { receivableOfEstimate } from '@quittance/domain/ledger-accounts';
import type { Deps } from '../../kernel/deps.ts';
import type { Attempt } from '../../ledger/attempts.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type EstimateRow, updateEstimatePaid } from '../../projects/estimates.ts';
import { onReturn } from '../dunning/on-return.ts';
import { postReturn, postSuccess, type Settlement } from './ledger.ts';

type OnEstimate = { attempt: Attempt; estimate: EstimateRow };

export const settleEstimate: Settlement<{ estimate: EstimateRow }> = {
  succeeded,
  declined: async (_tx, _deps, { attempt }) => attempt,
  returned,
};

async function succeeded(tx: Tx, deps: Deps, { attempt, estimate }: OnEstimate): Promise<Attempt> {
  const { companyId, id: estimateId } = estimate;
  const amountCents = subtractCents(estimate.totalCents, estimate.paidCents);
  const receivables = [{ account: receivableOfEstimate(estimateId), amountCents }];
  const posted = await postSuccess(tx, deps, { attempt, receivables });
  const paidCents = addCents(estimate.paidCents, ...posted.paid.map((part) => part.amountCents));
  await updateEstimatePaid(tx, { companyId, estimateId }, paidCents);
  return posted.attempt;
}

async function returned(tx: Tx, deps: Deps, { attempt, estimate }: OnEstimate): Promise<Attempt> {
  const { companyId, id: estimateId } = estimate;
  const reversed = await postReturn(tx, deps, attempt);
  const own = reversed.filter(({ account }) => account === receivableOfEstimate(estimateId));
  const reversedCents = addCents(...own.map(({ amountCents }) => amountCents));
  const paidCents = subtractCents(estimate.paidCents, reversedCents);
  await updateEstimatePaid(tx, { companyId, estimateId }, paidCents);
  await onReturn(tx, deps, attempt);
  return attempt;
}
