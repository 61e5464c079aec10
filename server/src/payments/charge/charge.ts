/**
 * The only place that calls a processor's `charge`, outside any transaction. An error, or a response with an amount
 * other than the one ordered, is an `unknown` outcome. The outcome is then settled.
 */
import { addCents } from '@quittance/contract/money';
import type { Deps } from '../../kernel/deps.ts';
import type { Attempt } from '../../ledger/attempts.ts';
import { orUnknown } from '../../processors/outcomes.ts';
import type { ChargeOrder, Outcome, Processor } from '../../processors/processor.ts';
import type { StartedCharge } from '../core/charge-terms.ts';
import { unlessOtherAccount } from '../core/other-account.ts';
import { settle } from '../settlement/settle.ts';

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

export function computeTotal(attempt: {
  amountCents: ChargeOrder['amountCents'];
  feeCents: ChargeOrder['amountCents'];
}) {
  return addCents(attempt.amountCents, attempt.feeCents);
}

/**
 * A process that stalled for longer than this sends nothing. By then, the resolver has looked up the attempt and
 * sent it again or closed it, and the processor may have dropped the idempotency key. Longer than any normal delay
 * between the two steps, and shorter than the resend window.
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

export type ChargeResult = { attempt: Attempt; outcome: Outcome };

export async function chargeAndSettle(
  deps: Deps,
  processor: Processor,
  started: StartedCharge,
): Promise<ChargeResult> {
  const { companyId, id: attemptId } = started.attempt;
  const answer = await chargeInTime(deps, processor, started);
  const charged = { attempt: started.attempt, client: processor };
  const outcome = await unlessOtherAccount(deps, charged, answer);
  const report = { companyId, attemptId, outcome, source: 'answer' } as const;
  const attempt = await settle(deps, { ...report, pays: started.attempt });
  return { attempt, outcome };
}
