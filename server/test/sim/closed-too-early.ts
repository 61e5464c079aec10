/** S9: an attempt is closed as failed only if the processor can no longer charge it. */

import type { Violation } from '../../src/payments/invariants/invariants.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { canConfirm } from './records.ts';
import type { SimulatorState } from './simulator-state.ts';

const ENDED = `select id from attempts where (state = 'FAILED' and id = any($1::uuid[]))
  or (state in ('FAILED', 'RETURNED') and id = any($2::uuid[]))`;

function waitingThere({ later, records, profile }: WaitingState): string[] {
  const challenged = profile.hasSecondStep ? [] : records.inState('challenged');
  return [
    ...later.flatMap(({ reference }) => reference ?? []),
    ...challenged.filter(({ isExcused }) => !isExcused).map(({ reference }) => reference),
  ];
}

type WaitingState = Pick<SimulatorState, 'later' | 'records' | 'profile'>;

/** Only the processor's records show what is still pending at the processor. */
export async function closedTooEarly(
  { pool }: Pick<Database, 'pool'>,
  simulator: WaitingState,
): Promise<Violation[]> {
  const waiting = waitingThere(simulator);
  // A returned debit can be confirmed again until its intent is canceled.
  const offers = simulator.records.entries.filter(canConfirm).map(({ reference }) => reference);
  if (waiting.length + offers.length === 0) return [];
  const { rows } = await pool.query<{ id: string }>({ text: ENDED, values: [waiting, offers] });
  return rows.map(({ id: subject }) => ({
    invariant: 'S9: nothing is closed as failed while the processor may still charge it',
    subject,
  }));
}
