/**
 * Consequences of an off-session charge that was declined or never reached the processor (R15), and of a failed
 * debit (R67).
 */
import type { Deps } from '../../kernel/deps.ts';
import { type Attempt, NOT_SENT } from '../../ledger/attempts.ts';
import type { Tx } from '../../platform/database/database.ts';
import { notifyFailure, readContext, retryOrEndAll } from './dunning.ts';
import { applyReturnConsequences } from './return-consequences.ts';

/** A debit can also be refused immediately with an ACH return code. */
function toAchCode({ method, responseCode }: Attempt): string | null {
  return method === 'ACH' ? responseCode : null;
}

/**
 * Notifies the payer of a submitted bank debit that fails later (R67), when the payer has already left the page. An
 * immediate failure is shown on the page, and `onDecline` reports the charge of an arrangement.
 */
export async function tellFailedDebit(tx: Tx, deps: Deps, attempt: Attempt): Promise<void> {
  const context = await readContext(tx, deps, attempt);
  await notifyFailure(tx, deps, { context, decisions: [], template: 'payment-failed' });
}

export async function onDecline(tx: Tx, deps: Deps, attempt: Attempt): Promise<void> {
  const context = await readContext(tx, deps, attempt);
  const code = toAchCode(attempt);
  // The failed arrangement comes first, because it may end. The others on the same method are suspended afterward.
  const decisions = await retryOrEndAll(tx, deps, context);
  if (code) await applyReturnConsequences(tx, deps, { attempt, code });
  // The email about the end of a plan or schedule already says that its payment failed.
  const isNotified = decisions.some((each) => each.kind === 'ended');
  // Nothing was declined. The charge is retried on the same day, and the customer does not need to act.
  if (isNotified || attempt.responseCode === NOT_SENT) return;
  await notifyFailure(tx, deps, { context, decisions, template: 'payment-failed' });
}
