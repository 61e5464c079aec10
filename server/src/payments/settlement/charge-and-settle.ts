/** Sends the order to the processor and settles the outcome. No transaction is open during the call. */
import type { Deps } from '../../kernel/deps.ts';
import type { Attempt } from '../../ledger/attempts.ts';
import type { Outcome, Processor } from '../../processors/processor.ts';
import { charge } from '../charge/charge.ts';
import type { StartedCharge } from '../core/charge-terms.ts';
import { unlessOtherAccount } from '../core/other-account.ts';
import { settle } from './settle.ts';

/**
 * A process that stalled for longer sends nothing: by then the resolver has looked the attempt up, sent it again or closed it,
 * and the processor may have forgotten its key. Longer than any wait between both; shorter than the window of a resend.
 */
const SENT_WITHIN_MS = 60_000;

async function chargeInTime(
  deps: Deps,
  processor: Processor,
  { attempt, order }: StartedCharge,
): Promise<Outcome> {
  const { id: attemptId, createdAt } = attempt;
  const ageMs = Date.parse(deps.clock.now()) - Date.parse(createdAt);
  if (ageMs < SENT_WITHIN_MS) return charge(deps, processor, order);
  const reason = 'not sent in time';
  deps.log.warn(
    { event: 'charge.outcome_unknown', attemptId, reason },
    'a charge was not sent, because its process stalled',
  );
  return { kind: 'unknown', reason };
}

export type Charged = { attempt: Attempt; outcome: Outcome };

export async function chargeAndSettle(
  deps: Deps,
  processor: Processor,
  started: StartedCharge,
): Promise<Charged> {
  const { companyId, id: attemptId } = started.attempt;
  const answer = await chargeInTime(deps, processor, started);
  const charged = { attempt: started.attempt, client: processor };
  const outcome = await unlessOtherAccount(deps, charged, answer);
  const report = { companyId, attemptId, outcome, source: 'answer' } as const;
  const attempt = await settle(deps, { ...report, pays: started.attempt });
  return { attempt, outcome };
}
