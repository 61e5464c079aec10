/**
 * Transaction 2 of the charge protocol, THE DOOR: the only function that moves an attempt to a new
 * state, writes postings or changes an invoice's balance. The HTTP answer, the webhook, the resolver
 * and the jobs all come through here, and the rank rule makes their order irrelevant.
 */
import type { Instant } from '@quittance/contract/dates';
import { assertNever, invariant } from '@quittance/domain/invariant';
import { type AttemptState, eventsOf, isOpen, nextState } from '@quittance/domain/payment-status';
import type { Deps } from '../deps.ts';
import type { Outcome } from '../processors/processor.ts';
import {
  type Attempt,
  type AttemptChange,
  type AttemptKey,
  appendMove,
  findAttempt,
  lockAttempt,
  updateAttempt,
} from '../storage/attempts.ts';
import { appendAudit } from '../storage/audit.ts';
import type { Tx } from '../storage/database.ts';
import { type InvoiceRow, lockInvoice } from '../storage/invoices.ts';
import { announce, scheduleCheck } from './events.ts';
import { nextCheckAt } from './next-check.ts';
import { applyEvent } from './settle-invoice.ts';

/** Who brought the news; kept with every move. */
export type SettleSource = 'answer' | 'resolver' | 'webhook' | 'expiry' | 'reconciler';

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
      };
    case 'not_sent':
      return { responseCode: 'not_sent', responseMessage: NOT_SENT_MESSAGE };
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

type Locked = { attempt: Attempt; invoice: InvoiceRow | null };

/** Invoice first, attempt second: the same order as everywhere else. */
async function lock(tx: Tx, key: AttemptKey): Promise<Locked> {
  const unlocked = await findAttempt(tx, key);
  invariant(unlocked, 'news is about an attempt of ours');
  const { companyId, invoiceId } = unlocked;
  const invoice = invoiceId ? await lockInvoice(tx, { companyId, invoiceId }) : null;
  const attempt = await lockAttempt(tx, key);
  invariant(attempt, 'attempts are never deleted');
  return { attempt, invoice };
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

async function move(
  tx: Tx,
  deps: Deps,
  { attempt, invoice, news, to }: Locked & { news: News; to: AttemptState },
) {
  const at = deps.clock.now();
  const { companyId, id: attemptId, state: from } = attempt;
  const key = { companyId, attemptId };
  const changed = await updateAttempt(tx, key, {
    state: to,
    ...detailsOf(news.outcome),
    // A state reached anew starts its own rhythm of checks.
    checkCount: 0,
    nextCheckAt: checkOf(to, 0, at),
    settledAt: isOpen(to) ? null : at,
    ...(isOpen(to) ? {} : { orderSealed: null }),
  });
  await appendMove(tx, key, { fromState: from, toState: to, source: news.source, at });
  let settled = changed;
  for (const event of eventsOf({ from, to })) {
    settled = await applyEvent(tx, deps, { attempt: settled, invoice, event });
  }
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

export async function settle(deps: Deps, news: News): Promise<Attempt> {
  const { companyId, attemptId } = news;
  return deps.database.inCompany({ companyId }, async (tx) => {
    const { attempt, invoice } = await lock(tx, { companyId, attemptId });
    const to = nextState(attempt.state, observedState(news.outcome));
    if (to === null) return keepWaiting(tx, deps, attempt);
    return move(tx, deps, { attempt, invoice, news, to });
  });
}
