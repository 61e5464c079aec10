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
  DELIVER_BULK_MAIL,
  DELIVER_EVENTS,
  DELIVER_MAIL,
  DELIVER_OUTBOX,
  DUE_WORK,
  FETCH_LOGOS,
  FOLD_BALANCES,
  MAKE_REFUNDS,
  PROCESS_WEBHOOKS,
  READ_PAYOUTS,
  RECONCILE,
  RESEAL_VALUES,
  RESOLVE_DUE,
  RUN_IMPORTS,
  SEND_EVIDENCE,
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
  READ_PAYOUTS,
  SEND_EVIDENCE,
  DUE_WORK,
  FETCH_LOGOS,
  FOLD_BALANCES,
  SEND_REMINDERS,
  TELL_COMPANIES,
  SUMMARIZE_DAYS,
  RESEAL_VALUES,
  CHAIN_AUDIT,
] as const;

const NIGHTLY = [RECONCILE, CHECK_INVARIANTS, APPLY_RETENTION, VERIFY_AUDIT] as const;

export const LANES: readonly Lane[] = [
  // A task runs at most once at a time, so with a slot per task none waits for another.
  { name: 'sweeps', slots: SWEEPS.length + 1, tasks: SWEEPS },
  { name: 'nightly', slots: 1, tasks: NIGHTLY },
];

const PUMPED = [
  DELIVER_OUTBOX,
  DELIVER_MAIL,
  DELIVER_BULK_MAIL,
  RESOLVE_DUE,
  PROCESS_WEBHOOKS,
  DELIVER_EVENTS,
  RUN_IMPORTS,
] as const;

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

/** Time without a complete run after which a task is late. Runs with much to do may take hours. */
export const LATE_AFTER_S: ReadonlyMap<string, number> = new Map([
  ...PUMPED.map((task) => [task, 10 * MINUTE_S] as const),
  ...SWEEPS.map((task) => [task, 30 * MINUTE_S] as const),
  ...NIGHTLY.map((task) => [task, 30 * HOUR_S] as const),
  [DUE_WORK, 3 * HOUR_S],
  [SEND_REMINDERS, 3 * HOUR_S],
  [SUMMARIZE_DAYS, 3 * HOUR_S],
  [READ_PAYOUTS, 3 * HOUR_S],
  [DELIVER_BULK_MAIL, 6 * HOUR_S],
  [RUN_IMPORTS, 6 * HOUR_S],
]);
