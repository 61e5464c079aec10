/**
 * The simulator's charges: applies the current fault to an order, records the charge or not, and responds
 * correctly, incorrectly or not at all. The proof compares the portal with the recorded charges.
 */
import { cents } from '@quittance/contract/money';
import type {
  ChargeLookup,
  ChargeOrder,
  Charges,
  ListedCharge,
  NotFound,
  Outcome,
  TimeSpan,
} from '../../src/processors/processor.ts';
import {
  type CallFault,
  DECLINES,
  LAG_MS,
  LATE_MS,
  NEVER_ARRIVES,
  NO_ANSWER,
  SLOW_MS,
  TURNED_AWAY,
} from './faults.ts';
import type { Entry, EntryState, NewEntry } from './records.ts';
import { isOnlyAuthentication, simulatedCancel, simulatedFinish } from './simulated-challenges.ts';
import { SimulatedFault } from './simulated-fault.ts';
import { bookedState, NO_SUCH_METHOD, toOutcome } from './simulated-outcomes.ts';
import { simulatedRefund } from './simulated-refunds.ts';
import type { SimulatorState } from './simulator-state.ts';

function stateFor(order: ChargeOrder, fault: CallFault): EntryState {
  if (DECLINES[fault]) return 'declined';
  // An off-session charge has no payer who could complete a challenge.
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

function remembered({ keys, profile, records, nowMs }: SimulatorState, order: ChargeOrder) {
  const hadAtMs = keys.get(order.reference);
  if (hadAtMs === undefined || nowMs() - hadAtMs >= profile.keyLivesMs) return null;
  const [entry] = records.of(order.reference);
  return entry ? toOutcome(entry) : ({ kind: 'unknown', reason: 'in progress' } as const);
}

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
    const { reference } = order;
    later.push({ atMs: nowMs() + lateMs, execute: () => book(inside, order, 'ok'), reference });
    return { kind: 'unknown', reason: fault };
  }
  const entry = book(inside, order, fault);
  if (fault === 'slow') inside.pass(SLOW_MS);
  await inside.meanwhile();
  if (fault === 'exception') throw new SimulatedFault('the connection broke');
  if (NO_ANSWER.has(fault)) return { kind: 'unknown', reason: fault };
  const outcome = toOutcome(entry);
  if (fault === 'wrong_amount_answered' && 'amountCents' in outcome) {
    return { ...outcome, amountCents: cents(outcome.amountCents + 1) };
  }
  return outcome;
}

async function charge(inside: SimulatorState, order: ChargeOrder): Promise<Outcome> {
  const { tokens, charged } = inside.forgotten;
  if (tokens.has(order.source.token.reveal())) charged.push(order.reference);
  const fault = inside.nextFault();
  if (fault !== 'ok') inside.count.faults += 1;
  if (TURNED_AWAY.has(fault)) return { kind: 'not_sent', reason: fault };
  if (fault === 'other_account') return NO_SUCH_METHOD;
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
  if (fault === 'other_account') return { kind: 'not_found' };
  const visible = inside.records
    .of(sought.reference)
    .filter(({ visibleFromMs }) => visibleFromMs <= inside.nowMs());
  const named = visible.filter((entry) => entry.processorReference === sought.processorReference);
  const [entry, ...more] = named.length > 0 ? named : visible;
  if (!entry || isOnlyAuthentication(inside, entry)) return { kind: 'not_found' };
  if (more.length > 0) return { kind: 'unknown', reason: 'several charges of one attempt' };
  return toOutcome(entry);
}

async function list(inside: SimulatorState, { from, to }: TimeSpan): Promise<ListedCharge[]> {
  const fault = inside.nextFault();
  await inside.meanwhile();
  if (BLIND.has(fault) || fault === 'exception') throw new SimulatedFault('no list');
  if (fault === 'other_account') return [];
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
  return inside.records.entries
    .filter(({ recordedAtMs }) => recordedAtMs >= fromMs && recordedAtMs <= toMs)
    .map((entry) => {
      const { reference, invoiceRef, kind } = entry;
      return { reference, invoiceRef, kind, outcome: toOutcome(entry) };
    });
}

export function simulatedCharges(inside: SimulatorState): Charges {
  const { resendWithinMs, hasSecondStep, hasList } = inside.profile;
  return {
    resend: resendWithinMs > 0 ? { kind: 'same_key', withinMs: resendWithinMs } : { kind: 'never' },
    charge: (order) => charge(inside, order),
    lookup: (sought) => lookup(inside, sought),
    refund: simulatedRefund(inside),
    ...(hasList ? { list: (span) => list(inside, span) } : {}),
    ...(hasSecondStep ? { finishAction: simulatedFinish(inside) } : {}),
    cancel: simulatedCancel(inside),
  };
}
