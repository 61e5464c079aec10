/** Sends the order to the processor and settles the outcome. No transaction is open during the call. */
import type { Deps } from '../../deps.ts';
import type { Outcome, Processor } from '../../processors/processor.ts';
import type { Attempt } from '../../storage/payments/attempts.ts';
import { charge } from '../charge/charge.ts';
import type { StartedCharge } from '../core/charge-terms.ts';
import { settle } from './settle.ts';

export type Charged = { attempt: Attempt; outcome: Outcome };

export async function chargeAndSettle(
  deps: Deps,
  processor: Processor,
  started: StartedCharge,
): Promise<Charged> {
  const { companyId, id: attemptId } = started.attempt;
  const outcome = await charge(deps, processor, started.order);
  const report = { companyId, attemptId, outcome, source: 'answer' } as const;
  const attempt = await settle(deps, { ...report, pays: started.attempt });
  return { attempt, outcome };
}
