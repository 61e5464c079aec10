/** What a declined off-session charge leads to, or one that never reached the processor (R15), and a failed debit (R67). */
import type { Deps } from '../../kernel/deps.ts';
import { type Attempt, NOT_SENT } from '../../ledger/attempts.ts';
import type { Tx } from '../../platform/database/database.ts';
import { notifyFailure, readContext, retryOrEndAll } from './dunning.ts';
import { applyReturnConsequences } from './return-consequences.ts';

/** The ACH return code, which a debit can also be refused with at once. */
function toAchCode({ method, responseCode }: Attempt): string | null {
  return method === 'ACH' ? responseCode : null;
}

/**
 * A bank debit that its payer submitted and that fails on its way (R67): the payer has left the page days ago. What fails at
 * once is on the page, and a charge of an arrangement is told by `onDecline`.
 */
export async function tellFailedDebit(tx: Tx, deps: Deps, attempt: Attempt): Promise<void> {
  const context = await readContext(tx, deps, attempt);
  await notifyFailure(tx, deps, { context, decisions: [], template: 'payment-failed' });
}

export async function onDecline(tx: Tx, deps: Deps, attempt: Attempt): Promise<void> {
  const context = await readContext(tx, deps, attempt);
  const code = toAchCode(attempt);
  // First what failed, which may end, then what else is suspended with its method.
  const decisions = await retryOrEndAll(tx, deps, context);
  if (code) await applyReturnConsequences(tx, deps, { attempt, code });
  // The mail about the end of a plan or schedule already says that its payment failed.
  const isNotified = decisions.some((each) => each.kind === 'ended');
  // Nothing was declined: the charge is tried again on the same day, and the customer has nothing to do.
  if (isNotified || attempt.responseCode === NOT_SENT) return;
  await notifyFailure(tx, deps, { context, decisions, template: 'payment-failed' });
}
