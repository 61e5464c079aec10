/**
 * Transaction 2 of the charge protocol, THE DOOR: the only function that moves an attempt to a new
 * state, writes postings or changes an invoice's balance. The HTTP answer, the webhook, the resolver
 * and the jobs all come through here, and the rank rule makes their order irrelevant.
 */
import type { Instant } from '@quittance/contract/dates';
import { assertNever, invariant } from '@quittance/domain/invariant';
import {
  type AttemptState,
  eventsOf,
  isOpen,
  nextState,
  type PaymentEvent,
} from '@quittance/domain/status/payment-status';
import type { Deps } from '../../deps.ts';
import type { Outcome } from '../../processors/processor.ts';
import type { Tx } from '../../storage/database.ts';
import { appendAudit } from '../../storage/ops/audit.ts';
import {
  type Attempt,
  type AttemptChange,
  type AttemptKey,
  appendMove,
  findAttempt,
  lockAttempt,
  updateAttempt,
} from '../../storage/payments/attempts.ts';
import { announce, scheduleCheck } from '../core/events.ts';
import { lockPayable } from '../core/lock-payable.ts';
import { nextCheckAt } from '../core/next-check.ts';
import { sendReceipt } from './send-receipt.ts';
import { settleEstimate } from './settle-estimate.ts';
import { settleInvoice } from './settle-invoice.ts';
import { keepMethod } from './settle-method.ts';
import { settleOrders } from './settle-orders.ts';
import { settlePlan } from './settle-plan.ts';

/** Who brought the news; kept with every move. */
export type SettleSource = 'answer' | 'resolver' | 'webhook' | 'expiry' | 'reconciler' | 'operator';

export type News = AttemptKey & { outcome: Outcome; source: SettleSource };

/** The state an outcome speaks of. A charge that was never sent has failed, and surely so. */
function observedState(outcome: Outcome): AttemptState {
  switch (outcome.kind) {
    case 'succeeded':
      return 'SUCCEEDED';
    case 'pending':
      return 'PENDING';
    case 'returned':
      return 'RETURNED';
    case 'action_required':
      return 'ACTION_REQUIRED';
    case 'declined':
    case 'not_sent':
      return 'FAILED';
    case 'unknown':
      return 'UNKNOWN';
    default:
      return assertNever(outcome);
  }
}

const NOT_SENT_MESSAGE = 'Payments are unavailable at the moment. You have not been charged.';

/** What the outcome adds to the attempt's row besides its state. */
function detailsOf(outcome: Outcome): AttemptChange {
  switch (outcome.kind) {
    case 'succeeded':
    case 'pending':
      return { processorReference: outcome.processorReference, ...methodOf(outcome) };
    case 'returned':
      return {
        processorReference: outcome.processorReference,
        responseCode: outcome.code,
        ...methodOf(outcome),
      };
    case 'action_required':
      return { processorReference: outcome.processorReference };
    case 'declined':
      return {
        processorReference: outcome.processorReference,
        responseCode: outcome.code,
        responseMessage: outcome.message,
        declineClass: outcome.class,
      };
    case 'not_sent':
      // Nobody has refused anything: worth another try.
      return {
        responseCode: 'not_sent',
        responseMessage: NOT_SENT_MESSAGE,
        declineClass: 'soft',
      };
    case 'unknown':
      return {};
    default:
      return assertNever(outcome);
  }
}

function methodOf({ method }: { method: { brand: string | null; last4: string } | null }) {
  return method ? { methodBrand: method.brand, methodLast4: method.last4 } : {};
}

function checkOf(state: AttemptState, checkCount: number, now: Instant) {
  return isOpen(state) ? nextCheckAt({ state, checkCount, now }) : null;
}

/** What is paid first, the attempt second. */
async function lock(tx: Tx, key: AttemptKey): Promise<Attempt> {
  const unlocked = await findAttempt(tx, key);
  invariant(unlocked, 'news is about an attempt of ours');
  await lockPayable(tx, unlocked);
  const attempt = await lockAttempt(tx, key);
  invariant(attempt, 'attempts are never deleted');
  return attempt;
}

/** Read anew for each event: an earlier one of the same news may have changed what is paid. */
async function applyEvent(
  tx: Tx,
  deps: Deps,
  { attempt, event }: { attempt: Attempt; event: PaymentEvent },
): Promise<Attempt> {
  const subject = await lockPayable(tx, attempt);
  switch (subject.kind) {
    case 'invoice': {
      const { invoice, plan } = subject;
      if (plan) return settlePlan(tx, deps, { attempt, invoice, plan, event });
      return settleInvoice(tx, deps, { attempt, invoice, event });
    }
    case 'orders':
      return settleOrders(tx, deps, { attempt, requested: subject.requested, event });
    case 'estimate':
      return settleEstimate(tx, deps, { attempt, estimate: subject.estimate, event });
    default:
      return assertNever(subject);
  }
}

/** Nothing new was learnt: ask again later. */
async function keepWaiting(tx: Tx, { clock }: Deps, attempt: Attempt): Promise<Attempt> {
  if (!isOpen(attempt.state)) return attempt;
  const checkCount = attempt.checkCount + 1;
  const waiting = await updateAttempt(
    tx,
    { companyId: attempt.companyId, attemptId: attempt.id },
    { checkCount, nextCheckAt: checkOf(attempt.state, checkCount, clock.now()) },
  );
  await scheduleCheck(tx, waiting);
  return waiting;
}

/** The row's own move; what follows from it is done by move(). */
async function write(
  tx: Tx,
  { clock }: Deps,
  { attempt, news, to }: { attempt: Attempt; news: News; to: AttemptState },
): Promise<Attempt> {
  const at = clock.now();
  const { companyId, id: attemptId, state: fromState } = attempt;
  await appendMove(
    tx,
    { companyId, attemptId },
    { fromState, toState: to, source: news.source, at },
  );
  return updateAttempt(
    tx,
    { companyId, attemptId },
    {
      state: to,
      ...detailsOf(news.outcome),
      // A state reached anew starts its own rhythm of checks.
      checkCount: 0,
      nextCheckAt: checkOf(to, 0, at),
      settledAt: isOpen(to) ? null : at,
      ...(isOpen(to) ? {} : { orderSealed: null }),
    },
  );
}

/** The invoice is read again because it may have changed in the same transaction. */
async function keepMethodOf(
  tx: Tx,
  deps: Deps,
  { attempt, outcome }: { attempt: Attempt; outcome: Outcome },
): Promise<Attempt> {
  const subject = await lockPayable(tx, attempt);
  const invoice = subject.kind === 'invoice' ? subject.invoice : null;
  return keepMethod(tx, deps, { attempt, invoice, outcome });
}

const ACCEPTED: readonly Outcome['kind'][] = ['succeeded', 'pending', 'returned'];

async function move(
  tx: Tx,
  deps: Deps,
  { attempt, news, to }: { attempt: Attempt; news: News; to: AttemptState },
): Promise<Attempt> {
  const { companyId, id: attemptId, state: from } = attempt;
  let settled = await write(tx, deps, { attempt, news, to });
  const { outcome } = news;
  if (ACCEPTED.includes(outcome.kind)) {
    settled = await keepMethodOf(tx, deps, { attempt: settled, outcome });
  }
  for (const event of eventsOf({ from, to })) {
    settled = await applyEvent(tx, deps, { attempt: settled, event });
  }
  if (to === 'SUCCEEDED') await sendReceipt(tx, deps, settled);
  const at = deps.clock.now();
  await scheduleCheck(tx, settled);
  await announce(tx, settled, at);
  await appendAudit(tx, {
    companyId,
    actor: news.source,
    action: `payment.${to.toLowerCase()}`,
    subject: `attempt:${attemptId}`,
    detail: { from, to, code: settled.responseCode },
    at,
  });
  return settled;
}

/** Inside a transaction of the caller's, for what is written and settled at once. */
export async function settleIn(tx: Tx, deps: Deps, news: News): Promise<Attempt> {
  const { companyId, attemptId } = news;
  const attempt = await lock(tx, { companyId, attemptId });
  const to = nextState(attempt.state, observedState(news.outcome));
  if (to === null) return keepWaiting(tx, deps, attempt);
  return move(tx, deps, { attempt, news, to });
}

export async function settle(deps: Deps, news: News): Promise<Attempt> {
  const { companyId } = news;
  return deps.database.inCompany({ companyId }, (tx) => settleIn(tx, deps, news));
}
