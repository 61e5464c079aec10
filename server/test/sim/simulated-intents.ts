/**
 * The simulator's intents, for processors that have them: offered, changed and canceled by the portal, with the
 * faults of any call, and confirmed by a browser without the portal. A returned debit can be confirmed again until
 * it is canceled.
 */
import type {
  CancelOutcome,
  FoundIntent,
  IntentOrder,
  Intents,
  OfferOutcome,
} from '../../src/processors/processor.ts';
import { Secret } from '../../src/processors/secret.ts';
import { type CallFault, LATE_MS, NEVER_ARRIVES, NO_ANSWER, TURNED_AWAY } from './faults.ts';
import { canConfirm, type Entry } from './records.ts';
import { SimulatedFault } from './simulated-fault.ts';
import { NO_SUCH_METHOD, toOutcome } from './simulated-outcomes.ts';
import type { SimulatorState } from './simulator-state.ts';

type CallFailure = { kind: 'unknown'; reason: string } | { kind: 'not_sent'; reason: string };

async function withFault<Answer>(
  { nextFault, count, later, nowMs, meanwhile }: SimulatorState,
  { execute, elsewhere }: { execute: () => Answer; elsewhere: Answer },
): Promise<Answer | CallFailure> {
  const fault: CallFault = nextFault();
  if (fault !== 'ok') count.faults += 1;
  if (fault === 'other_account') return elsewhere;
  if (TURNED_AWAY.has(fault)) return { kind: 'not_sent', reason: fault };
  if (NEVER_ARRIVES.has(fault)) return { kind: 'unknown', reason: fault };
  const lateMs = LATE_MS[fault];
  if (lateMs !== undefined) {
    later.push({ atMs: nowMs() + lateMs, execute });
    return { kind: 'unknown', reason: fault };
  }
  const answer = execute();
  await meanwhile();
  if (fault === 'exception') throw new SimulatedFault('the connection broke');
  return NO_ANSWER.has(fault) ? { kind: 'unknown', reason: fault } : answer;
}

function offered({ processorReference }: Entry): OfferOutcome {
  const clientSecret = new Secret(`${processorReference}_secret`);
  return { kind: 'offered', processorReference, clientSecret };
}

const REFUSED: OfferOutcome = {
  kind: 'declined',
  processorReference: null,
  code: 'payment_intent_unexpected_state',
  message: 'This intent cannot be changed.',
  class: 'hard',
};

/** A repeated creation with the same key returns the same intent. */
function create({ records }: SimulatorState, order: IntentOrder): OfferOutcome {
  const [known] = records.of(order.reference);
  if (known) return offered(known);
  const { reference, invoiceRef, amountCents, kind, savesMethod, quote } = order;
  const entry = records.write({
    reference,
    invoiceRef,
    amountCents,
    kind,
    savesMethod,
    state: 'offered',
    declineClass: 'soft',
    offer: { quote, isOpenAgain: false },
  });
  return offered(entry);
}

function change(entry: Entry | null, order: IntentOrder): OfferOutcome {
  const isFree = entry?.state === 'offered' || entry?.state === 'declined';
  if (!entry?.offer || !isFree) return REFUSED;
  const { amountCents, kind, savesMethod, quote } = order;
  Object.assign(entry, { amountCents, kind, savesMethod, offer: { ...entry.offer, quote } });
  return offered(entry);
}

/** Does not undo a charge. A returned debit stays returned and can no longer be confirmed. */
function cancel({ records }: SimulatorState, entry: Entry | null): CancelOutcome {
  if (!entry?.offer) return { kind: 'not_found' };
  if (!canConfirm(entry)) return { kind: 'not_cancelable' };
  entry.offer = { ...entry.offer, isOpenAgain: false };
  if (entry.state !== 'returned') records.move(entry, 'canceled');
  return { kind: 'canceled' };
}

function found(entry: Entry | null): FoundIntent {
  if (!entry?.offer || entry.state === 'canceled') return { kind: 'closed' };
  const outcome = toOutcome(entry);
  switch (outcome.kind) {
    case 'succeeded':
    case 'pending':
    case 'returned':
      return { ...outcome, quote: entry.offer.quote };
    default:
      return { kind: 'open' };
  }
}

/** Only a charge can be refused with certainty. For these calls the outcome is unknown. */
function asUnknown<Answer extends { kind: string }>(answer: Answer | CallFailure) {
  return answer.kind === 'not_sent'
    ? ({ kind: 'unknown', reason: 'turned away' } as const)
    : answer;
}

export function simulatedIntents(inside: SimulatorState): Intents {
  const { byName } = inside.records;
  return {
    offer: (order) =>
      withFault(inside, { execute: () => create(inside, order), elsewhere: NO_SUCH_METHOD }),
    change: (order, reference) =>
      withFault(inside, { execute: () => change(byName(reference), order), elsewhere: REFUSED }),
    async find(reference) {
      const answer = asUnknown(
        await withFault<FoundIntent>(inside, {
          execute: () => found(byName(reference)),
          elsewhere: { kind: 'not_found' },
        }),
      );
      // The cast is safe because only `not_sent` was replaced.
      return answer as FoundIntent;
    },
    async cancel(reference) {
      const answer = asUnknown(
        await withFault<CancelOutcome>(inside, {
          execute: () => cancel(inside, byName(reference)),
          elsewhere: { kind: 'not_found' },
        }),
      );
      // The cast is safe because only `not_sent` was replaced.
      return answer as CancelOutcome;
    },
    // A setup does not charge anything, so it is not simulated.
    offerSetup: async () => ({ kind: 'unknown', reason: 'not simulated' }),
    cancelSetup: async () => ({ kind: 'unknown', reason: 'not simulated' }),
  };
}
