/**
 * Resolves open attempts: looks up each at the processor and settles the outcome. A charge that is not found may
 * still appear, so it is looked up again later.
 */
import type { Instant } from '@quittance/contract/dates';
import { RESPONSE_MESSAGES } from '@quittance/contract/errors';
import { invariant } from '@quittance/domain/invariant';
import { isOpen } from '@quittance/domain/status/payment-status';
import { findProcessor } from '../../companies/processor-for-company.ts';
import { forEachAtMost, type Repeat, separateSlots } from '../../kernel/concurrency.ts';
import type { Deps } from '../../kernel/deps.ts';
import {
  type Attempt,
  type AttemptKey,
  attemptQueue,
  findAttempt,
  isAttempt,
  isAttemptAt,
  listProcessorsToCheck,
} from '../../ledger/attempts.ts';
import { CHALLENGE_EXPIRES_MS } from '../../ledger/next-check.ts';
import { claimOne, isDue, type Lease, renew } from '../../platform/queue/queue.ts';
import { orUnknown } from '../../processors/outcomes.ts';
import type { ActionRequired, NotFound, Outcome, Processor } from '../../processors/processor.ts';
import { charge, checkIntegrity, computeTotal } from '../charge/charge.ts';
import { isKnownCharge, reportOtherAccount } from '../core/other-account.ts';
import { type OpenedOrder, openOrder } from '../core/sealed-order.ts';
import { isFinalAtProcessor } from '../intents/check-intent.ts';
import { type SettleSource, settle } from '../settlement/settle.ts';
import { claimStep, mayCharge } from './challenge-step.ts';

type AttemptLease = Lease<typeof attemptQueue.table>;

async function lookUp(deps: Deps, attempt: Attempt, lease: AttemptLease | null): Promise<Outcome> {
  const processor = await findProcessor(deps, attempt.companyId);
  if (!processor) return { kind: 'unknown', reason: `no adapter for ${attempt.processor}` };
  const { id: reference, processorReference } = attempt;
  const opened = openedOrder(deps, attempt);
  const sought = { reference, processorReference, ...(opened ? { order: opened.order } : {}) };
  const found = await orUnknown(deps, () => processor.charges.lookup(sought));
  if (found.kind === 'not_found') {
    if (isKnownCharge(processor, attempt)) {
      reportOtherAccount(deps, attempt);
      return NOT_FOUND;
    }
    const isAfterChallenge = processor.charges.finishAction && processorReference;
    const proceed = isAfterChallenge ? finish : resend;
    return proceed(deps, processor, { attempt, opened, found, lease });
  }
  if (found.kind === 'action_required')
    return finish(deps, processor, { attempt, opened, found, lease });
  const isEnd = found.kind === 'declined' || found.kind === 'returned';
  if (isEnd && isOpen(attempt.state) && !(await isFinalAtProcessor(deps, attempt))) {
    return { kind: 'unknown', reason: 'its intent can still be confirmed' };
  }
  return checkIntegrity(found, { amountCents: computeTotal(attempt) });
}

/** Returns null once the attempt is final, because nothing more is sent. */
function openedOrder({ sealer }: Deps, attempt: Attempt): OpenedOrder | null {
  const { companyId, id, orderSealed } = attempt;
  return orderSealed ? openOrder(sealer, { companyId, id, orderSealed }) : null;
}

const NOT_FOUND: Outcome = { kind: 'unknown', reason: 'not found' };

type ContinueInput = {
  attempt: Attempt;
  opened: OpenedOrder | null;
  found: ActionRequired | NotFound;
  lease: AttemptLease | null;
};

/**
 * Sends again only if the processor honors our idempotency key, and only within its window. Otherwise a second
 * order could be a second charge. Also requires the lease of the attempt: any other lookup leaves this to the
 * resolver.
 */
async function resend(
  deps: Deps,
  processor: Processor,
  { attempt, opened, lease }: ContinueInput,
): Promise<Outcome> {
  const { resend: policy } = processor.charges;
  const { database, clock } = deps;
  const held = lease && (await database.writeAlone((tx) => renew(tx, { clock, lease })));
  if (!held) return NOT_FOUND;
  const ageMs = Date.parse(deps.clock.now()) - Date.parse(attempt.createdAt);
  if (policy.kind === 'never' || ageMs >= policy.withinMs || !opened) return NOT_FOUND;
  return asRepeat(deps, attempt, await charge(deps, processor, opened.order));
}

/**
 * A repeated call does not reveal the outcome of the first one if it was not sent, or was sent to an account that
 * does not have the payer's method.
 */
function asRepeat(deps: Deps, attempt: Attempt, outcome: Outcome): Outcome {
  if (outcome.kind === 'not_sent') return { kind: 'unknown', reason: outcome.reason };
  if (outcome.kind !== 'declined' || !outcome.isMissing) return outcome;
  reportOtherAccount(deps, attempt);
  return { kind: 'unknown', reason: outcome.code };
}

/**
 * After the payer's challenge, some processors need one more call before they charge. Once that charge was sent,
 * `not found` no longer means that the payer's bank is still pending, because the charge can appear late.
 */
async function finish(
  deps: Deps,
  processor: Processor,
  { attempt, opened, found }: ContinueInput,
): Promise<Outcome> {
  const { processorReference } = attempt;
  const { finishAction } = processor.charges;
  if (!finishAction || !opened || !processorReference) return asOutcome(found);
  if (opened.step?.kind === 'cancel') return waitingFor(processorReference);
  const permit = () => mayCharge(deps, attempt, processor.charges);
  const outcome = await finishAction(opened.order, processorReference, permit);
  if (outcome.kind === 'action_required' && opened.step) return NOT_FOUND;
  return checkIntegrity(asRepeat(deps, attempt, outcome), opened.order);
}

function asOutcome(found: ActionRequired | NotFound): Outcome {
  return found.kind === 'not_found' ? NOT_FOUND : found;
}

function waitingFor(processorReference: string): ActionRequired {
  return { kind: 'action_required', processorReference, threeDSData: null };
}

/**
 * The challenge was not completed in time, or the payer gave up. A later success still counts. An off-session
 * charge is given up immediately: the payer confirms a new charge through the recovery link (ADR 0093).
 */
function isGivenUp(deps: Deps, attempt: Attempt, outcome: Outcome): outcome is ActionRequired {
  if (outcome.kind !== 'action_required') return false;
  if (attempt.initiator === 'MIT') return true;
  const ageMs = Date.parse(deps.clock.now()) - Date.parse(attempt.createdAt);
  return ageMs > CHALLENGE_EXPIRES_MS || openedOrder(deps, attempt)?.step?.kind === 'cancel';
}

function toFinalOutcome({ createdAt, initiator }: Attempt, now: Instant): Outcome {
  const isExpired = Date.parse(now) - Date.parse(createdAt) > CHALLENGE_EXPIRES_MS;
  const end = initiator === 'MIT' ? ENDS.absent : isExpired ? ENDS.expired : ENDS.canceled;
  return { kind: 'declined', processorReference: null, ...end, class: 'soft' };
}

const ENDS = {
  absent: { code: 'authentication_required', message: RESPONSE_MESSAGES.challengeNeeded },
  expired: { code: 'authentication_expired', message: RESPONSE_MESSAGES.challengeExpired },
  canceled: { code: 'authentication_canceled', message: RESPONSE_MESSAGES.challengeCanceled },
} as const;

/** R43: the attempt ends only after the processor confirms that the payer can no longer complete it. */
async function cancelCharge(
  deps: Deps,
  attempt: Attempt,
  waiting: ActionRequired,
): Promise<Outcome> {
  const claim = await claimStep(deps, attempt, 'cancel');
  if (claim?.kind === 'charge') return NOT_FOUND;
  const { cancel, finishAction } = (await findProcessor(deps, attempt.companyId))?.charges ?? {};
  if (!cancel) return waiting;
  // Uses the reference that was just found, because the response that contains it may not be stored yet.
  const { processorReference } = waiting;
  const canceled = await orUnknown(deps, () =>
    cancel({ reference: attempt.id, processorReference }),
  );
  const isNeverMade = canceled.kind === 'not_found' && finishAction !== undefined;
  if (canceled.kind === 'canceled' || isNeverMade) {
    return toFinalOutcome(attempt, deps.clock.now());
  }
  deps.log.warn(
    { event: 'charge.cancel_failed', attemptId: attempt.id, outcome: canceled },
    'a charge could not be canceled',
  );
  return waiting;
}

/** `isAnswered` means that the processor has reported an outcome, changed or not. */
export type LookedUp = { attempt: Attempt; isAnswered: boolean };

export async function lookUpAndSettle(
  deps: Deps,
  { lease = null, ...key }: AttemptKey & { lease?: AttemptLease | null },
  source: SettleSource,
): Promise<LookedUp> {
  const { companyId, attemptId } = key;
  const attempt = await deps.database.inCompany({ companyId }, (tx) => findAttempt(tx, key));
  invariant(attempt, 'the resolver is called for a stored attempt');
  if (attempt.processor === 'manual') return { attempt, isAnswered: true };
  const outcome = await lookUp(deps, attempt, lease);
  if (isGivenUp(deps, attempt, outcome)) {
    const end = await cancelCharge(deps, attempt, outcome);
    const ended = await settle(deps, { companyId, attemptId, outcome: end, source: 'expiry' });
    return { attempt: ended, isAnswered: end.kind === 'declined' };
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

/**
 * Gives up the challenge for the payer. An existing result takes precedence: the bank's reason, or a completed
 * payment.
 */
export async function giveUp(deps: Deps, { companyId, id }: Attempt): Promise<Attempt> {
  const key = { companyId, attemptId: id };
  const current = await resolveAttempt(deps, key);
  if (current.state !== 'ACTION_REQUIRED') return current;
  await claimStep(deps, current, 'cancel');
  return resolveAttempt(deps, key);
}

type LookupScope = AttemptKey | { processor: Attempt['processor'] };

function claimNext(deps: Deps, sought: LookupScope): Promise<AttemptLease | null> {
  const wanted =
    'processor' in sought
      ? { where: isAttemptAt(sought.processor) }
      : { companyId: sought.companyId, where: isAttempt(sought) };
  return deps.database.writeAlone((tx) => claimOne(tx, deps, { queue: attemptQueue, ...wanted }));
}

async function resolveLeased(deps: Deps, lease: AttemptLease): Promise<Attempt> {
  const { companyId, id: attemptId } = lease.row;
  return (await lookUpAndSettle(deps, { companyId, attemptId, lease }, 'resolver')).attempt;
}

/** Only reads the attempt if it is final, its check is not due, or another process is running the check. */
export async function resolveIfDue(deps: Deps, key: AttemptKey): Promise<Attempt | null> {
  const { companyId } = key;
  const lease = await claimNext(deps, key);
  if (lease) return resolveLeased(deps, lease);
  return deps.database.inCompany({ companyId }, (tx) => findAttempt(tx, key));
}

async function resolveClaimed(deps: Deps, lease: AttemptLease): Promise<void> {
  try {
    await resolveLeased(deps, lease);
  } catch (error) {
    const { companyId, id: attemptId } = lease.row;
    deps.log.error(
      { event: 'attempt.resolve_failed', companyId, attemptId, err: error },
      'an attempt could not be resolved',
    );
  }
}

/**
 * Resolves every open attempt whose check is due. It depends only on rows, not on queued jobs. Attempts are claimed
 * one by one, because a claim in a batch could expire behind slow lookups. `repeat` bounds the lookups at one
 * processor across the sweeps of this process.
 */
export async function resolveDue(deps: Deps, repeat: Repeat = separateSlots): Promise<number> {
  const { database, clock, concurrency } = deps;
  const processors = await database.readAlone((tx) =>
    listProcessorsToCheck(tx, isDue(attemptQueue, clock.now())),
  );
  let count = 0;
  await forEachAtMost(concurrency.processors, processors, async (processor) => {
    const done = await repeat(processor, concurrency.lookups, {
      claim: () => claimNext(deps, { processor }),
      work: (lease) => resolveClaimed(deps, lease),
    });
    count += done;
  });
  return count;
}
