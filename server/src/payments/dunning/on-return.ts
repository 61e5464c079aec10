/**
 * Consequences of a returned payment, on-session or off-session: an ACH return, a chargeback, or reversed cash
 * (R15).
 */
import { RETURN_CONSEQUENCES, toReturnClass } from '@quittance/domain/dunning/return-codes';
import type { Deps } from '../../kernel/deps.ts';
import type { Attempt } from '../../ledger/attempts.ts';
import type { Tx } from '../../platform/database/database.ts';
import { notifyFailure, readContext, retryOrEndAll } from './dunning.ts';
import { applyReturnConsequences } from './return-consequences.ts';

export async function onReturn(tx: Tx, deps: Deps, attempt: Attempt): Promise<void> {
  const context = await readContext(tx, deps, attempt);
  const code = attempt.responseCode ?? '';
  const { companyId, id: attemptId, processor } = attempt;
  // Cash has no return code. The operator who reversed it has already reviewed it.
  if (processor !== 'manual' && RETURN_CONSEQUENCES[toReturnClass(code)].isAlert) {
    deps.log.error(
      { event: 'ach_return.manual_review', companyId, attemptId, code },
      'a payment was returned and needs manual review',
    );
  }
  // The returned arrangement comes first, because it may end. The others on the same method are suspended
  // afterward.
  const decisions = await retryOrEndAll(tx, deps, context);
  await applyReturnConsequences(tx, deps, { attempt, code });
  await notifyFailure(tx, deps, { context, decisions, template: 'payment-returned' });
}
