/** From the order to its result: one call to the processor, then settle. No transaction is open between. */
import type { Deps } from '../../deps.ts';
import type { Outcome, Processor } from '../../processors/processor.ts';
import type { Attempt } from '../../storage/payments/attempts.ts';
import { charge } from '../charge/charge.ts';
import type { Begun } from '../core/charge-terms.ts';
import { settle } from './settle.ts';

export type Charged = { attempt: Attempt; outcome: Outcome };

export async function runCharge(deps: Deps, processor: Processor, begun: Begun): Promise<Charged> {
  const { companyId, id: attemptId } = begun.attempt;
  const outcome = await charge(deps, processor, begun.order);
  const attempt = await settle(deps, { companyId, attemptId, outcome, source: 'answer' });
  return { attempt, outcome };
}
