/**
 * Finds out what became of attempts whose answer we never got: asks the processor for its own record
 * and walks through settle(). Not finding a charge proves nothing, so it only means asking again.
 */
import { invariant } from '@quittance/domain/invariant';
import { isOpen } from '@quittance/domain/payment-status';
import type { Deps } from '../deps.ts';
import type { NotFound, Outcome } from '../processors/processor.ts';
import {
  type Attempt,
  type AttemptKey,
  findAttempt,
  findDueAttempts,
} from '../storage/attempts.ts';
import { findCompany } from '../storage/companies.ts';
import { checkIntegrity, totalOf } from './charge.ts';
import { CHALLENGE_EXPIRES_MS } from './next-check.ts';
import { processorOf } from './processor-of.ts';
import { type SettleSource, settle } from './settle.ts';

const SWEEP_LIMIT = 100;

async function lookUp(deps: Deps, attempt: Attempt): Promise<Outcome | NotFound> {
  const { companyId } = attempt;
  const company = await deps.database.inCompany({ companyId }, (tx) => findCompany(tx, companyId));
  invariant(company, 'an attempt belongs to a company');
  const processor = await processorOf(deps, company);
  if (!processor) return { kind: 'unknown', reason: `no adapter for ${company.processor}` };
  const found = await processor.charges.lookup({
    reference: attempt.id,
    processorReference: attempt.processorReference,
  });
  if (found.kind === 'not_found') return found;
  return checkIntegrity(found, { amountCents: totalOf(attempt) });
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

/** Asks about one attempt, whatever its time; the attempt as it stands afterwards. */
export async function resolveAttempt(
  deps: Deps,
  key: AttemptKey,
  source: SettleSource = 'resolver',
): Promise<Attempt> {
  const { companyId, attemptId } = key;
  const attempt = await deps.database.inCompany({ companyId }, (tx) => findAttempt(tx, key));
  invariant(attempt, 'the resolver is asked about an attempt of ours');
  if (attempt.processor === 'manual' || attempt.state === 'RETURNED') return attempt;
  const found = await lookUp(deps, attempt);
  const outcome: Outcome =
    found.kind === 'not_found' ? { kind: 'unknown', reason: 'not found' } : found;
  if (isExpired(attempt, outcome, Date.parse(deps.clock.now()))) {
    return settle(deps, { companyId, attemptId, outcome: EXPIRED, source: 'expiry' });
  }
  return settle(deps, { companyId, attemptId, outcome, source });
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
