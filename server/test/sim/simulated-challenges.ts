/**
 * What follows a challenge: the second step that some processors need before they charge, and the
 * cancellation of a challenge. Both can be lost, refused or executed late like a charge.
 */
import type { ActionRequired, ChargeOrder, Outcome } from '../../src/processors/processor.ts';
import {
  type CallFault,
  DECLINES,
  LATE_MS,
  NEVER_ARRIVES,
  NO_ANSWER,
  TURNED_AWAY,
} from './faults.ts';
import type { Entry } from './records.ts';
import { SimulatedFault } from './simulated-fault.ts';
import { bookedState, outcomeOf } from './simulated-outcomes.ts';
import type { SimulatorState } from './simulator-state.ts';

function waiting(processorReference: string): ActionRequired {
  return { kind: 'action_required', processorReference, threeDSData: null };
}

type Finish = { entry: Entry; order: ChargeOrder; fault: CallFault };

/** The first execution charges the authenticated entry; another one is another charge. */
function execute({ records, count }: SimulatorState, { entry, order, fault }: Finish): void {
  const declineClass = DECLINES[fault] ?? 'soft';
  const state = DECLINES[fault] ? 'declined' : bookedState(order);
  if (entry.state === 'authenticated') records.move(entry, state, { declineClass });
  else {
    count.charges += 1;
    const { reference, invoiceRef, amountCents, kind, savesMethod } = order;
    records.write({ reference, invoiceRef, amountCents, kind, savesMethod, state, declineClass });
  }
}

/** The charge after a passed challenge. Its key lives as long as that of any other charge. */
export function simulatedFinish(inside: SimulatorState) {
  const { records, profile, nowMs, later } = inside;
  const sentAtMs = new Map<string, number>();

  function isRepeated(reference: string): boolean {
    const atMs = sentAtMs.get(reference);
    return atMs !== undefined && nowMs() - atMs < profile.keyLivesMs;
  }

  function take(finish: Finish): Outcome {
    const { entry, order, fault } = finish;
    const { reference } = order;
    if (isRepeated(reference)) return { kind: 'unknown', reason: 'in progress' };
    sentAtMs.set(reference, nowMs());
    const lateMs = LATE_MS[fault];
    if (lateMs !== undefined) {
      const atMs = nowMs() + lateMs;
      later.push({ atMs, execute: () => execute(inside, { ...finish, fault: 'ok' }), reference });
      return { kind: 'unknown', reason: fault };
    }
    execute(inside, finish);
    return outcomeOf(entry);
  }

  return async (order: ChargeOrder, processorReference: string): Promise<Outcome> => {
    const entry = records.byName(processorReference);
    if (!entry || entry.state === 'challenged') return waiting(processorReference);
    if (entry.state !== 'authenticated') return outcomeOf(entry);
    const fault = inside.nextFault();
    if (fault !== 'ok') inside.count.faults += 1;
    if (TURNED_AWAY.has(fault)) return { kind: 'not_sent', reason: fault };
    if (NEVER_ARRIVES.has(fault)) return { kind: 'unknown', reason: fault };
    const outcome = take({ entry, order, fault });
    await inside.meanwhile();
    if (fault === 'exception') throw new SimulatedFault('the connection broke');
    return NO_ANSWER.has(fault) ? { kind: 'unknown', reason: fault } : outcome;
  };
}

const NO_CONFIRMATION: ReadonlySet<CallFault> = new Set([
  ...NEVER_ARRIVES,
  ...TURNED_AWAY,
  'exception',
] as const);

/** A late cancellation meets a charge that the payer may have completed meanwhile. */
export function simulatedCancel({ records, nowMs, nextFault, later }: SimulatorState) {
  const cancel = (entry: Entry) => {
    if (entry.state === 'challenged') records.move(entry, 'canceled');
  };
  return async (processorReference: string): Promise<void> => {
    const fault = nextFault();
    if (NO_CONFIRMATION.has(fault)) throw new SimulatedFault('not canceled');
    const entry = records.byName(processorReference);
    if (!entry) return;
    const lateMs = LATE_MS[fault];
    if (lateMs !== undefined) {
      later.push({ atMs: nowMs() + lateMs, execute: () => cancel(entry) });
      throw new SimulatedFault('the answer to the cancellation was lost');
    }
    cancel(entry);
    if (NO_ANSWER.has(fault)) throw new SimulatedFault('the answer to the cancellation was lost');
    if (entry.state !== 'canceled') throw new SimulatedFault('it is made already');
  };
}
