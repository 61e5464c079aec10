/**
 * The only caller of a processor's charge, outside any transaction. Every error is an `unknown` outcome,
 * and so is a response about another amount than was ordered.
 */
import { addCents } from '@quittance/contract/money';
import type { Deps } from '../../kernel/deps.ts';
import { orUnknown } from '../../processors/outcomes.ts';
import type { ChargeOrder, Outcome, Processor } from '../../processors/processor.ts';

const CURRENCY = 'USD';

/** The processor must confirm the amount and currency of the order. */
export function checkIntegrity(
  outcome: Outcome,
  ordered: Pick<ChargeOrder, 'amountCents'>,
): Outcome {
  switch (outcome.kind) {
    case 'succeeded':
    case 'pending':
    case 'returned':
      if (outcome.amountCents === ordered.amountCents && outcome.currency === CURRENCY) {
        return outcome;
      }
      return {
        kind: 'unknown',
        reason: `charged ${outcome.amountCents} ${outcome.currency}, ordered ${ordered.amountCents}`,
      };
    case 'action_required':
    case 'declined':
    case 'not_sent':
    case 'unknown':
      return outcome;
  }
}

export async function charge(
  { log }: Pick<Deps, 'log'>,
  processor: Processor,
  order: ChargeOrder,
): Promise<Outcome> {
  const attemptId = order.reference;
  const outcome = await orUnknown(
    { log },
    async () => checkIntegrity(await processor.charges.charge(order), order),
    (err) =>
      log.error({ event: 'charge.exception', attemptId, err }, 'a charge ended in an exception'),
  );
  if (outcome.kind === 'unknown') {
    log.warn(
      { event: 'charge.outcome_unknown', attemptId, reason: outcome.reason },
      'the outcome of a charge is unknown',
    );
  }
  return outcome;
}

/** What the payer is charged: the amount plus the fee. */
export function totalOf(attempt: {
  amountCents: ChargeOrder['amountCents'];
  feeCents: ChargeOrder['amountCents'];
}) {
  return addCents(attempt.amountCents, attempt.feeCents);
}
