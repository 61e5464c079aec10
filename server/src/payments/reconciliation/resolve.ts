/**
 * Finds out what became of attempts whose answer we never got: asks the processor for its own record
 * and walks through settle(). Not finding a charge proves nothing, so it only means asking again.
 */
import { invariant } from '@quittance/domain/invariant';
import { isOpen } from '@quittance/domain/status/payment-status';
import type { Deps } from '../../deps.ts';
import type {
  ActionRequired,
  ChargeOrder,
  Outcome,
  Processor,
} from '../../processors/processor.ts';
import { findCompany } from '../../storage/billing/companies.ts';
import {
  type Attempt,
  type AttemptKey,
  findAttempt,
  findDueAttempts,
} from '../../storage/payments/attempts.ts';
import { charge, checkIntegrity, totalOf } from '../charge/charge.ts';
import { openOrder } from '../charge/sealed-order.ts';
import { CHALLENGE_EXPIRES_MS } from '../core/next-check.ts';
import { processorForCompany } from '../core/processor-for-company.ts';
import { type SettleSource, settle } from '../settlement/settle.ts';

const SWEEP_LIMIT = 100;

async function processorFor(deps: Deps, { companyId }: Attempt): Promise<Processor | null> {
  const company = await deps.database.inCompany({ companyId }, (tx) => findCompany(tx, companyId));
  invariant(company, 'an attempt belongs to a company');
  return processorForCompany(deps, company);
}

async function lookUp(deps: Deps, attempt: Attempt): Promise<Outcome> {
  const processor = await processorFor(deps, attempt);
  if (!processor) return { kind: 'unknown', reason: `no adapter for ${attempt.processor}` };
  const { id: reference, processorReference } = attempt;
  const order = orderOf(deps, attempt);
  const sought = { reference, processorReference, ...(order ? { order } : {}) };
  const found = await processor.charges.lookup(sought);
  if (found.kind === 'not_found') return sendAgain(deps, processor, { attempt, order });
  if (found.kind === 'action_required') return finish(processor, { attempt, order, found });
  return checkIntegrity(found, { amountCents: totalOf(attempt) });
}

/** Null once the attempt is final: then nothing is sent any more. */
function orderOf({ sealer }: Deps, { companyId, id, orderSealed }: Attempt): ChargeOrder | null {
  return orderSealed ? openOrder(sealer, { companyId, id, orderSealed }) : null;
}

type Ordered = { attempt: Attempt; order: ChargeOrder | null };

/**
 * Only where the processor recognises its own earlier answer by the key, and only while it does:
 * anywhere else a second order could be a second charge.
 */
async function sendAgain(
  deps: Deps,
  processor: Processor,
  { attempt, order }: Ordered,
): Promise<Outcome> {
  const { resend } = processor.charges;
  const ageMs = Date.parse(deps.clock.now()) - Date.parse(attempt.createdAt);
  if (resend.kind === 'never' || ageMs >= resend.withinMs || !order) {
    return { kind: 'unknown', reason: 'not found' };
  }
  return onceMore(await charge(deps, processor, order));
}

/** Not having reached the processor this time says nothing about the time before. */
function onceMore(outcome: Outcome): Outcome {
  return outcome.kind === 'not_sent' ? { kind: 'unknown', reason: outcome.reason } : outcome;
}

/** A challenge the payer has passed may need one more step from us before money moves. */
async function finish(
  processor: Processor,
  { attempt, order, found }: Ordered & { found: ActionRequired },
): Promise<Outcome> {
  const { processorReference } = attempt;
  if (!processor.charges.finishAction || !order || !processorReference) return found;
  const outcome = await processor.charges.finishAction(order, processorReference);
  return checkIntegrity(onceMore(outcome), order);
}

/** Nobody finished the challenge in time; should it be finished later, its success still counts. */
function isExpired(attempt: Attempt, outcome: Outcome, nowMs: number): boolean {
  return (
    outcome.kind === 'action_required' &&
    nowMs - Date.parse(attempt.createdAt) > CHALLENGE_EXPIRES_MS
  );
}

const EXPIRED: Outcome = {
  kind: 'declined',
  processorReference: null,
  code: 'authentication_expired',
  message: 'The confirmation with your bank was not completed in time. You have not been charged.',
  class: 'soft',
};

/** Takes the charge back at the processor first, so that nobody can finish it any more. */
async function giveUp(deps: Deps, attempt: Attempt): Promise<boolean> {
  const cancel = (await processorFor(deps, attempt))?.charges.cancel;
  if (!cancel || !attempt.processorReference) return true;
  try {
    await cancel(attempt.processorReference);
    return true;
  } catch (error) {
    deps.log.warn({ attemptId: attempt.id, err: error }, 'a charge could not be given up');
    return false;
  }
}

/** `isAnswered`: the processor said something about it, be it that nothing has changed. */
export type Asked = { attempt: Attempt; isAnswered: boolean };

/** Asks about one attempt, whatever its time, and settles what is said. */
export async function lookUpAndSettle(
  deps: Deps,
  key: AttemptKey,
  source: SettleSource,
): Promise<Asked> {
  const { companyId, attemptId } = key;
  const attempt = await deps.database.inCompany({ companyId }, (tx) => findAttempt(tx, key));
  invariant(attempt, 'the resolver is asked about an attempt of ours');
  if (attempt.processor === 'manual' || attempt.state === 'RETURNED') {
    return { attempt, isAnswered: true };
  }
  const outcome = await lookUp(deps, attempt);
  if (isExpired(attempt, outcome, Date.parse(deps.clock.now()))) {
    const isGivenUp = await giveUp(deps, attempt);
    const end: Outcome = isGivenUp ? EXPIRED : { kind: 'unknown', reason: 'not given up' };
    const ended = await settle(deps, { companyId, attemptId, outcome: end, source: 'expiry' });
    return { attempt: ended, isAnswered: isGivenUp };
  }
  const settled = await settle(deps, { companyId, attemptId, outcome, source });
  return { attempt: settled, isAnswered: outcome.kind !== 'unknown' };
}

/** The attempt as it stands after the processor was asked. */
export async function resolveAttempt(
  deps: Deps,
  key: AttemptKey,
  source: SettleSource = 'resolver',
): Promise<Attempt> {
  return (await lookUpAndSettle(deps, key, source)).attempt;
}

/** The job for one attempt: too early or already final is no work at all. */
export async function resolveIfDue(deps: Deps, key: AttemptKey): Promise<Attempt | null> {
  const { companyId } = key;
  const attempt = await deps.database.inCompany({ companyId }, (tx) => findAttempt(tx, key));
  if (!attempt || !isOpen(attempt.state)) return attempt;
  if (attempt.nextCheckAt && attempt.nextCheckAt > deps.clock.now()) return attempt;
  return resolveAttempt(deps, key);
}

/** The sweep that needs no job to have survived: everything open whose time has come. */
export async function resolveDue(deps: Deps): Promise<number> {
  const due = await deps.database.asSystem((tx) =>
    findDueAttempts(tx, deps.clock.now(), SWEEP_LIMIT),
  );
  for (const key of due) {
    try {
      await resolveAttempt(deps, key);
    } catch (error) {
      deps.log.error({ ...key, err: error }, 'an attempt could not be resolved');
    }
  }
  return due.length;
}
