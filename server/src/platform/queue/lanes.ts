/**
 * Lanes: groups of tasks with their own slots. A task waits only for tasks of its lane, so nothing waits for the
 * nightly jobs (ADR 0046). Tasks that payers wait for are not in a lane: each of them has a pump (pump.ts).
 */
import {
  APPLY_RETENTION,
  CHAIN_AUDIT,
  CHECK_CONNECTIONS,
  CHECK_INTENTS,
  CHECK_INVARIANTS,
  DUE_WORK,
  FETCH_LOGOS,
  FOLD_BALANCES,
  MAKE_REFUNDS,
  RECONCILE,
  RESEAL_VALUES,
  SEND_REMINDERS,
  SUMMARIZE_DAYS,
  SWEEP_METHODS,
  SWEEP_SESSIONS,
  TELL_COMPANIES,
  VERIFY_AUDIT,
} from './task-names.ts';

export type Lane = { name: string; slots: number; tasks: readonly string[] };

const SWEEPS = [
  SWEEP_SESSIONS,
  CHECK_CONNECTIONS,
  CHECK_INTENTS,
  SWEEP_METHODS,
  MAKE_REFUNDS,
  DUE_WORK,
  FETCH_LOGOS,
  FOLD_BALANCES,
  SEND_REMINDERS,
  TELL_COMPANIES,
  SUMMARIZE_DAYS,
  RESEAL_VALUES,
  CHAIN_AUDIT,
] as const;

export const LANES: readonly Lane[] = [
  // A task runs at most once at a time, so with a slot per task none waits for another.
  { name: 'sweeps', slots: SWEEPS.length + 1, tasks: SWEEPS },
  {
    name: 'nightly',
    slots: 1,
    tasks: [RECONCILE, CHECK_INVARIANTS, APPLY_RETENTION, VERIFY_AUDIT],
  },
];
