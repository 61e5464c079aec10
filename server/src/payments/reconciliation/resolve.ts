/**
 * Resolves open attempts: looks each up at the processor and settles the outcome. A charge that is not
 * found may still appear, so it is looked up again later.
 */
import { RESPONSE_MESSAGES } from '@quittance/contract/errors';
import { invariant } from '@quittance/domain/invariant';
import { isOpen } from '@quittance/domain/status/payment-status';
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
  findAttempt,
  findDueAttempts,
} from '../../storage/payments/attempts.ts';
import { charge, checkIntegrity, totalOf } from '../charge/charge.ts';
import { openOrder } from '../charge/sealed-order.ts';
import { CHALLENGE_EXPIRES_MS } from '../core/next-check.ts';
import { findProcessor } from '../core/processor-for-company.ts';
import { type SettleSource, settle } from '../settlement/settle.ts';

const SWEEP_LIMIT = 100;

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

/** Does nothing when the attempt is final or its check is not due. */
export async function resolveIfDue(deps: Deps, key: AttemptKey): Promise<Attempt | null> {
  const { companyId } = key;
  const attempt = await deps.database.inCompany({ companyId }, (tx) => findAttempt(tx, key));
  if (!attempt || !isOpen(attempt.state)) return attempt;
  if (attempt.nextCheckAt && attempt.nextCheckAt > deps.clock.now()) return attempt;
  return resolveAttempt(deps, key);
}

/** Every open attempt whose check is due. Depends on rows only, not on queued jobs. */
export async function resolveDue(deps: Deps): Promise<number> {
  const due = await deps.database.asSystem((tx) =>
    findDueAttempts(tx, deps.clock.now(), SWEEP_LIMIT),
  );
  for (const key of due) {
    try {
      await resolveAttempt(deps, key);
    } catch (error) {
      deps.log.error(
        { event: 'attempt.resolve_failed', ...key, err: error },
        'an attempt could not be resolved',
      );
    }
  }
  return due.length;
}
