/**
 * Resolves open attempts: looks each up at the processor and settles the outcome. A charge that is not
 * found may still appear, so it is looked up again later.
 */
import { RESPONSE_MESSAGES } from '@quittance/contract/errors';
import { invariant } from '@quittance/domain/invariant';
import { addMs } from '../../clock.ts';
import { forEachAtMost, type Guard, repeatAtMost, unguarded } from '../../concurrency.ts';
import type { Deps } from '../../deps.ts';
import type {
  ActionRequired,
  ChargeOrder,
  Outcome,
  Processor,
} from '../../processors/processor.ts';
import {
  type Attempt,
  type AttemptKey,
  claimAttemptToCheck,
  findAttempt,
  listProcessorsToCheck,
} from '../../storage/payments/attempts.ts';
import { charge, checkIntegrity, totalOf } from '../charge/charge.ts';
import { openOrder } from '../charge/sealed-order.ts';
import { CHALLENGE_EXPIRES_MS } from '../core/next-check.ts';
import { findProcessor } from '../core/processor-for-company.ts';
import { type SettleSource, settle } from '../settlement/settle.ts';

async function lookUp(deps: Deps, attempt: Attempt): Promise<Outcome> {
  const processor = await findProcessor(deps, attempt.companyId);
  if (!processor) return { kind: 'unknown', reason: `no adapter for ${attempt.processor}` };
  const { id: reference, processorReference } = attempt;
  const order = orderOf(deps, attempt);
  const sought = { reference, processorReference, ...(order ? { order } : {}) };
  const found = await processor.charges.lookup(sought);
  if (found.kind === 'not_found') return resend(deps, processor, { attempt, order });
  if (found.kind === 'action_required') return finish(processor, { attempt, order, found });
  return checkIntegrity(found, { amountCents: totalOf(attempt) });
}

/** Null once the attempt is final: nothing is sent any more. */
function orderOf({ sealer }: Deps, { companyId, id, orderSealed }: Attempt): ChargeOrder | null {
  return orderSealed ? openOrder(sealer, { companyId, id, orderSealed }) : null;
}

type AttemptOrder = { attempt: Attempt; order: ChargeOrder | null };

/**
 * Only where the processor honors our idempotency key, and only within its window: elsewhere a second
 * order could be a second charge.
 */
async function resend(
  deps: Deps,
  processor: Processor,
  { attempt, order }: AttemptOrder,
): Promise<Outcome> {
  const { resend: policy } = processor.charges;
  const ageMs = Date.parse(deps.clock.now()) - Date.parse(attempt.createdAt);
  if (policy.kind === 'never' || ageMs >= policy.withinMs || !order) {
    return { kind: 'unknown', reason: 'not found' };
  }
  return asRepeat(await charge(deps, processor, order));
}

/** A repeated call that was not sent says nothing about the first one. */
function asRepeat(outcome: Outcome): Outcome {
  return outcome.kind === 'not_sent' ? { kind: 'unknown', reason: outcome.reason } : outcome;
}

/** After the payer's challenge, some processors need one more call before they charge. */
async function finish(
  processor: Processor,
  { attempt, order, found }: AttemptOrder & { found: ActionRequired },
): Promise<Outcome> {
  const { processorReference } = attempt;
  if (!processor.charges.finishAction || !order || !processorReference) return found;
  const outcome = await processor.charges.finishAction(order, processorReference);
  return checkIntegrity(asRepeat(outcome), order);
}

/** The challenge was not completed in time; a later success still counts. */
function isExpired(attempt: Attempt, outcome: Outcome, nowMs: number): boolean {
  return (
    outcome.kind === 'action_required' &&
    nowMs - Date.parse(attempt.createdAt) > CHALLENGE_EXPIRES_MS
  );
}

const CHALLENGE_EXPIRED: Outcome = {
  kind: 'declined',
  processorReference: null,
  code: 'authentication_expired',
  message: RESPONSE_MESSAGES.challengeExpired,
  class: 'soft',
};

/** Cancels the charge at the processor first, so that the challenge cannot be completed any more. */
async function cancelCharge(deps: Deps, attempt: Attempt): Promise<boolean> {
  const cancel = (await findProcessor(deps, attempt.companyId))?.charges.cancel;
  if (!cancel || !attempt.processorReference) return true;
  try {
    await cancel(attempt.processorReference);
    return true;
  } catch (error) {
    deps.log.warn(
      { event: 'charge.cancel_failed', attemptId: attempt.id, err: error },
      'a charge could not be canceled',
    );
    return false;
  }
}

/** `isAnswered`: the processor has reported an outcome, changed or not. */
export type LookedUp = { attempt: Attempt; isAnswered: boolean };

/** Looks one attempt up, due or not, and settles the outcome. */
export async function lookUpAndSettle(
  deps: Deps,
  key: AttemptKey,
  source: SettleSource,
): Promise<LookedUp> {
  const { companyId, attemptId } = key;
  const attempt = await deps.database.inCompany({ companyId }, (tx) => findAttempt(tx, key));
  invariant(attempt, 'the resolver is called for a stored attempt');
  if (attempt.processor === 'manual') return { attempt, isAnswered: true };
  const outcome = await lookUp(deps, attempt);
  if (isExpired(attempt, outcome, Date.parse(deps.clock.now()))) {
    const isCanceled = await cancelCharge(deps, attempt);
    const end: Outcome = isCanceled
      ? CHALLENGE_EXPIRED
      : { kind: 'unknown', reason: 'not canceled' };
    const ended = await settle(deps, { companyId, attemptId, outcome: end, source: 'expiry' });
    return { attempt: ended, isAnswered: isCanceled };
  }
  const settled = await settle(deps, { companyId, attemptId, outcome, source });
  return { attempt: settled, isAnswered: outcome.kind !== 'unknown' };
}

export async function resolveAttempt(
  deps: Deps,
  key: AttemptKey,
  source: SettleSource = 'resolver',
): Promise<Attempt> {
  return (await lookUpAndSettle(deps, key, source)).attempt;
}

/** Longer than a lookup and the call that may follow it; then another process may check. */
const LEASE_MS = 45_000;

async function claim(
  { database, clock }: Deps,
  which: AttemptKey | { processor: Attempt['processor'] },
): Promise<AttemptKey | null> {
  const now = clock.now();
  const lease = { now, until: addMs(now, LEASE_MS) };
  return database.asSystem((tx) => claimAttemptToCheck(tx, which, lease));
}

/** Only reads the attempt when it is final, its check is not due, or another process makes it. */
export async function resolveIfDue(deps: Deps, key: AttemptKey): Promise<Attempt | null> {
  const { companyId } = key;
  const claimed = await claim(deps, key);
  if (claimed) return resolveAttempt(deps, claimed);
  return deps.database.inCompany({ companyId }, (tx) => findAttempt(tx, key));
}

/** False when nothing is due at the processor any more. */
async function resolveNext(deps: Deps, processor: Attempt['processor']): Promise<boolean> {
  const key = await claim(deps, { processor });
  if (!key) return false;
  try {
    await resolveAttempt(deps, key);
  } catch (error) {
    deps.log.error(
      { event: 'attempt.resolve_failed', ...key, err: error },
      'an attempt could not be resolved',
    );
  }
  return true;
}

/**
 * Every open attempt whose check is due. Depends on rows only, not on queued jobs. Attempts are claimed one
 * by one: in a batch, a claim could expire behind slow lookups. `guard` leaves out processors at which a sweep
 * of this process is still waiting.
 */
export async function resolveDue(deps: Deps, guard: Guard = unguarded): Promise<number> {
  const { database, clock, concurrency } = deps;
  const processors = await database.asSystem((tx) => listProcessorsToCheck(tx, clock.now()));
  let count = 0;
  await forEachAtMost(concurrency.processors, processors, async (processor) => {
    await guard(processor, async () => {
      count += await repeatAtMost(concurrency.lookups, () => resolveNext(deps, processor));
    });
  });
  return count;
}
