/**
 * The steps after a challenge: the second step that some processors need before they charge, and the cancellation
 * of a challenge. Both can be lost, refused or executed late like a charge.
 */
import type {
  ActionRequired,
  CancelOutcome,
  ChargeOrder,
  Outcome,
  WaitingCharge,
} from '../../src/processors/processor.ts';
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
import { bookedState, NO_SUCH_METHOD, toOutcome } from './simulated-outcomes.ts';
import type { SimulatorState } from './simulator-state.ts';

/** If the processor charges only after the challenge, no charge can be found before then. */
export function isOnlyAuthentication({ profile }: SimulatorState, { state }: Entry): boolean {
  return profile.hasSecondStep && (state === 'challenged' || state === 'authenticated');
}

function waiting(processorReference: string): ActionRequired {
  return { kind: 'action_required', processorReference, threeDSData: null };
}

type Finish = { entry: Entry; order: ChargeOrder; fault: CallFault };

/** The first execution charges the authenticated entry. Each further execution is another charge. */
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

/** The charge after a passed challenge. Its key is valid as long as the key of any other charge. */
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
    return toOutcome(entry);
  }

  return async (
    order: ChargeOrder,
    processorReference: string,
    permit: () => Promise<boolean>,
  ): Promise<Outcome> => {
    const entry = records.byName(processorReference);
    if (!entry || entry.state === 'challenged') return waiting(processorReference);
    if (entry.state !== 'authenticated') return toOutcome(entry);
    if (!(await permit())) return { kind: 'unknown', reason: 'too late to send it again' };
    const fault = inside.nextFault();
    if (fault !== 'ok') inside.count.faults += 1;
    if (TURNED_AWAY.has(fault)) return { kind: 'not_sent', reason: fault };
    if (fault === 'other_account') return NO_SUCH_METHOD;
    if (NEVER_ARRIVES.has(fault)) return { kind: 'unknown', reason: fault };
    const outcome = take({ entry, order, fault });
    await inside.meanwhile();
    if (fault === 'exception') throw new SimulatedFault('the connection broke');
    return NO_ANSWER.has(fault) ? { kind: 'unknown', reason: fault } : outcome;
  };
}

/** A late cancellation may find a charge that the payer has completed in the meantime. */
export function simulatedCancel(inside: SimulatorState) {
  const { records, nowMs, nextFault, later } = inside;
  const cancel = (entry: Entry) => {
    if (entry.state === 'challenged') records.move(entry, 'canceled');
  };
  return async ({ processorReference }: WaitingCharge): Promise<CancelOutcome> => {
    const fault = nextFault();
    if (fault === 'exception') throw new SimulatedFault('the connection broke');
    if (NEVER_ARRIVES.has(fault) || TURNED_AWAY.has(fault))
      return { kind: 'unknown', reason: fault };
    if (fault === 'other_account') return { kind: 'not_found' };
    const entry = records.byName(processorReference);
    if (!entry || isOnlyAuthentication(inside, entry)) return { kind: 'not_found' };
    const lateMs = LATE_MS[fault];
    if (lateMs !== undefined) {
      later.push({ atMs: nowMs() + lateMs, execute: () => cancel(entry) });
      return { kind: 'unknown', reason: fault };
    }
    cancel(entry);
    if (NO_ANSWER.has(fault)) return { kind: 'unknown', reason: fault };
    return { kind: entry.state === 'canceled' ? 'canceled' : 'not_cancelable' };
  };
}
