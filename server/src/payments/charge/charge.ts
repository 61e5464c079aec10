/**
 * The only caller of a processor's charge. Outside any transaction. Whatever goes wrong here is
 * `unknown`, and an answer about another amount than asked is treated as no answer at all.
 */
import { addCents } from '@quittance/contract/money';
import type { Deps } from '../../deps.ts';
import type { ChargeOrder, Outcome, Processor } from '../../processors/processor.ts';

const CURRENCY = 'USD';

/** Response integrity: the processor must say it took what we asked for. */
export function checkIntegrity(outcome: Outcome, asked: Pick<ChargeOrder, 'amountCents'>): Outcome {
  switch (outcome.kind) {
    case 'succeeded':
    case 'pending':
    case 'returned':
      if (outcome.amountCents === asked.amountCents && outcome.currency === CURRENCY) {
        return outcome;
      }
      return {
        kind: 'unknown',
        reason: `answered ${outcome.amountCents} ${outcome.currency}, asked ${asked.amountCents}`,
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
  try {
    const answered = await processor.charges.charge(order);
    const outcome = checkIntegrity(answered, order);
    if (outcome.kind === 'unknown') {
      log.warn(
        { event: 'charge.outcome_unknown', attemptId, reason: outcome.reason },
        'the outcome of a charge is unknown',
      );
    }
    return outcome;
  } catch (error) {
    log.error(
      { event: 'charge.exception', attemptId, err: error },
      'a charge ended in an exception',
    );
    return { kind: 'unknown', reason: 'exception' };
  }
}

/** Everything that is taken from the payer: the amount and the fee on top. */
export function totalOf(attempt: {
  amountCents: ChargeOrder['amountCents'];
  feeCents: ChargeOrder['amountCents'];
}) {
  return addCents(attempt.amountCents, attempt.feeCents);
}
