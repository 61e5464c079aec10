/**
 * The simulator's charges: applies the current fault to an order, records the charge or not, and
 * answers correctly, wrongly or not at all. The proof compares with what was recorded.
 */
import { cents } from '@quittance/contract/money';
import type {
  ActionRequired,
  CancelOutcome,
  ChargeLookup,
  ChargeOrder,
  Charges,
  Declined,
  ListedCharge,
  NotFound,
  Outcome,
  TimeSpan,
} from '../../src/processors/processor.ts';
import { type CallFault, LAG_MS, LATE_MS, SLOW_MS } from './faults.ts';
import type { Entry, EntryState, NewEntry } from './records.ts';
import { SimulatedFault } from './simulated-fault.ts';
import { savedMethodOf } from './simulated-methods.ts';
import type { SimulatorState } from './simulator-state.ts';

function declined({ processorReference, declineClass }: Entry): Declined {
  const code = declineClass === 'hard' ? 'stolen_card' : 'insufficient_funds';
  const message = 'Your card was declined.';
  return { kind: 'declined', processorReference, code, message, class: declineClass };
}

function outcomeOf(entry: Entry): Outcome {
  const { processorReference, amountCents, savesMethod, state } = entry;
  const saved = savesMethod ? savedMethodOf(entry) : null;
  const method = { brand: entry.kind === 'card' ? 'visa' : null, last4: '4242' };
  const refunds = [...entry.refunds];
  const booked = { processorReference, amountCents, currency: 'USD', method, saved, refunds };
  switch (state) {
    case 'challenged':
    case 'authenticated':
      return { kind: 'action_required', processorReference, threeDSData: 'challenge' };
    case 'canceled':
    case 'declined':
      return declined(entry);
    case 'pending':
      return { kind: 'pending', ...booked };
    case 'succeeded':
      return { kind: 'succeeded', ...booked };
    case 'returned':
      return { kind: 'returned', code: entry.returnCode ?? 'R01', ...booked };
  }
}

/** A bank debit is accepted first and settles days later. */
function bookedState({ kind }: Pick<ChargeOrder, 'kind'>): EntryState {
  return kind === 'ach' ? 'pending' : 'succeeded';
}

const DECLINES: Readonly<Partial<Record<CallFault, NewEntry['declineClass']>>> = {
  decline_soft: 'soft',
  decline_hard: 'hard',
  token_expired: 'hard',
  misleading_event: 'soft',
};

function stateFor(order: ChargeOrder, fault: CallFault): EntryState {
  if (DECLINES[fault]) return 'declined';
  // An off-session charge has no payer who could answer a challenge.
  if (fault === '3ds' && order.kind === 'card' && order.initiator === 'CIT') return 'challenged';
  return bookedState(order);
}

function book(
  { records, count, nowMs }: SimulatorState,
  order: ChargeOrder,
  fault: CallFault,
): Entry {
  const { reference, invoiceRef, amountCents, kind, savesMethod } = order;
  const isWrong = fault === 'wrong_amount' && amountCents > 1;
  const entry: NewEntry = {
    reference,
    invoiceRef,
    amountCents: isWrong ? cents(amountCents - 1) : amountCents,
    kind,
    savesMethod,
    state: stateFor(order, fault),
    declineClass: DECLINES[fault] ?? 'soft',
    isExcused: isWrong,
    visibleFromMs: fault === 'lags' ? nowMs() + LAG_MS : nowMs(),
  };
  count.charges += 1;
  const written = records.write(entry);
  if (fault === 'duplicate_charge') records.write({ ...entry, isExcused: true });
  if (fault === 'misleading_event') records.announce(written, bookedState(order));
  return written;
}

/** The stored answer to a repeated order, while the idempotency key is remembered. */
function remembered({ keys, profile, records, nowMs }: SimulatorState, order: ChargeOrder) {
  const hadAtMs = keys.get(order.reference);
  if (hadAtMs === undefined || nowMs() - hadAtMs >= profile.keyLivesMs) return null;
  const [entry] = records.of(order.reference);
  return entry ? outcomeOf(entry) : ({ kind: 'unknown', reason: 'in progress' } as const);
}

const NEVER_ARRIVES: ReadonlySet<CallFault> = new Set(['lost_before', '500_before']);
const TURNED_AWAY: ReadonlySet<CallFault> = new Set(['429', 'refused_connection']);
const NO_ANSWER: ReadonlySet<CallFault> = new Set(['lost_after', '500_after', 'truncated_body']);

async function take(
  inside: SimulatorState,
  order: ChargeOrder,
  fault: CallFault,
): Promise<Outcome> {
  const { keys, nowMs, later } = inside;
  const known = remembered(inside, order);
  if (known) return NO_ANSWER.has(fault) ? { kind: 'unknown', reason: fault } : known;
  keys.set(order.reference, nowMs());
  const lateMs = LATE_MS[fault];
  if (lateMs !== undefined) {
    later.push({ atMs: nowMs() + lateMs, execute: () => book(inside, order, 'ok') });
    return { kind: 'unknown', reason: fault };
  }
  const entry = book(inside, order, fault);
  if (fault === 'slow') inside.pass(SLOW_MS);
  await inside.meanwhile();
  if (fault === 'exception') throw new SimulatedFault('the connection broke');
  if (NO_ANSWER.has(fault)) return { kind: 'unknown', reason: fault };
  const outcome = outcomeOf(entry);
  if (fault === 'wrong_amount_answered' && 'amountCents' in outcome) {
    return { ...outcome, amountCents: cents(outcome.amountCents + 1) };
  }
  return outcome;
}

async function charge(inside: SimulatorState, order: ChargeOrder): Promise<Outcome> {
  const fault = inside.nextFault();
  if (fault !== 'ok') inside.count.faults += 1;
  if (TURNED_AWAY.has(fault)) return { kind: 'not_sent', reason: fault };
  if (NEVER_ARRIVES.has(fault)) {
    await inside.meanwhile();
    return { kind: 'unknown', reason: fault };
  }
  return take(inside, order, fault);
}

const BLIND: ReadonlySet<CallFault> = new Set([
  ...NEVER_ARRIVES,
  ...TURNED_AWAY,
  ...NO_ANSWER,
  'slow',
] as const);

async function lookup(inside: SimulatorState, sought: ChargeLookup): Promise<Outcome | NotFound> {
  const fault = inside.nextFault();
  await inside.meanwhile();
  if (BLIND.has(fault)) return { kind: 'unknown', reason: fault };
  if (fault === 'exception') throw new SimulatedFault('the connection broke');
  const visible = inside.records
    .of(sought.reference)
    .filter(({ visibleFromMs }) => visibleFromMs <= inside.nowMs());
  const named = visible.filter((entry) => entry.processorReference === sought.processorReference);
  const [entry, ...more] = named.length > 0 ? named : visible;
  if (!entry) return { kind: 'not_found' };
  if (more.length > 0) return { kind: 'unknown', reason: 'several charges of one attempt' };
  return outcomeOf(entry);
}

/** The charge after a passed challenge; it can fail like any other. */
async function finishAction(
  inside: SimulatorState,
  order: ChargeOrder,
  { processorReference, permit }: { processorReference: string; permit: () => Promise<boolean> },
): Promise<Outcome> {
  const entry = inside.records.byName(processorReference);
  if (entry?.state !== 'authenticated') {
    const waiting: ActionRequired = {
      kind: 'action_required',
      processorReference,
      threeDSData: null,
    };
    return entry && entry.state !== 'challenged' ? outcomeOf(entry) : waiting;
  }
  if (!(await permit())) return { kind: 'unknown', reason: 'too late to send it again' };
  const fault = inside.nextFault();
  if (TURNED_AWAY.has(fault)) return { kind: 'not_sent', reason: fault };
  if (NEVER_ARRIVES.has(fault)) return { kind: 'unknown', reason: fault };
  const state = DECLINES[fault] ? 'declined' : bookedState(order);
  inside.records.move(entry, state, { declineClass: DECLINES[fault] ?? 'soft' });
  await inside.meanwhile();
  return NO_ANSWER.has(fault) ? { kind: 'unknown', reason: fault } : outcomeOf(entry);
}

/** A challenge that is not passed yet can be ended; anything else stays as it is. */
function cancel({ records }: SimulatorState, processorReference: string | null): CancelOutcome {
  const entry = processorReference ? records.byName(processorReference) : undefined;
  if (!entry) return { kind: 'not_found' };
  if (entry.state === 'challenged') records.move(entry, 'canceled');
  return { kind: entry.state === 'canceled' ? 'canceled' : 'not_cancelable' };
}

function refunding(inside: SimulatorState): Pick<Charges, 'refund'> {
  const made = new Map<string, string>();
  return {
    async refund({ reference, processorReference, amountCents }) {
      const fault = inside.nextFault();
      if (NEVER_ARRIVES.has(fault) || TURNED_AWAY.has(fault)) {
        return { kind: 'unknown', reason: fault };
      }
      const entry = inside.records.byName(processorReference);
      if (!entry) return { kind: 'refused', message: 'no such charge' };
      const refundReference = made.get(reference) ?? inside.records.nextId('re');
      if (!made.has(reference)) {
        if (entry.refundedCents + amountCents > entry.amountCents) {
          return { kind: 'refused', message: 'more than was charged' };
        }
        entry.refundedCents += amountCents;
        entry.refunds.push({ refundReference, reference, amountCents });
        made.set(reference, refundReference);
      }
      await inside.meanwhile();
      if (NO_ANSWER.has(fault)) return { kind: 'unknown', reason: fault };
      return { kind: 'refunded', refundReference };
    },
  };
}

/** Every charge within the span; throws where the list is incomplete. */
async function list(inside: SimulatorState, { from, to }: TimeSpan): Promise<ListedCharge[]> {
  const fault = inside.nextFault();
  await inside.meanwhile();
  if (BLIND.has(fault) || fault === 'exception') throw new SimulatedFault('no list');
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
  return inside.records.entries
    .filter(({ recordedAtMs }) => recordedAtMs >= fromMs && recordedAtMs <= toMs)
    .map((entry) => {
      const { reference, invoiceRef, kind } = entry;
      return { reference, invoiceRef, kind, outcome: outcomeOf(entry) };
    });
}

export function simulatedCharges(inside: SimulatorState): Charges {
  const { profile } = inside;
  const { resendWithinMs, hasSecondStep, hasList } = profile;
  return {
    resend: resendWithinMs > 0 ? { kind: 'same_key', withinMs: resendWithinMs } : { kind: 'never' },
    charge: (order) => charge(inside, order),
    lookup: (sought) => lookup(inside, sought),
    ...refunding(inside),
    ...(hasList ? { list: (span) => list(inside, span) } : {}),
    ...(hasSecondStep
      ? {
          finishAction: (order, processorReference, permit) =>
            finishAction(inside, order, { processorReference, permit }),
        }
      : {}),
    cancel: async ({ processorReference }) => cancel(inside, processorReference),
  };
}
