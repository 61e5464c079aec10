/**
 * Lanes: groups of tasks with slots of their own. A task waits only for tasks of its lane, so events, mail and
 * sign-in never wait for a processor, and nothing waits for the nightly jobs (ADR 0046).
 */
import {
  APPLY_RETENTION,
  CHECK_INTENTS,
  CHECK_INVARIANTS,
  DELIVER_MAIL,
  DELIVER_OUTBOX,
  DUE_WORK,
  FETCH_LOGOS,
  FOLD_BALANCES,
  MAKE_REFUNDS,
  PROCESS_WEBHOOKS,
  RECONCILE,
  RESOLVE_ATTEMPT,
  RESOLVE_DUE,
  SWEEP_METHODS,
  SWEEP_SESSIONS,
} from '../storage/ops/task-names.ts';

export type Lane = { name: string; slots: number; tasks: readonly string[] };

/** Slots that one processor may use at the same time; with three processors none takes them all. */
export const LOOKUPS_PER_PROCESSOR = 4;

export const LANES: readonly Lane[] = [
  { name: 'events', slots: 2, tasks: [DELIVER_OUTBOX, SWEEP_SESSIONS, FOLD_BALANCES] },
  { name: 'mail', slots: 2, tasks: [DELIVER_MAIL] },
  { name: 'lookups', slots: 3 * LOOKUPS_PER_PROCESSOR, tasks: [RESOLVE_ATTEMPT] },
  {
    name: 'processors',
    // The first two run once per processor at a time, the others once.
    slots: 12,
    tasks: [
      RESOLVE_DUE,
      PROCESS_WEBHOOKS,
      CHECK_INTENTS,
      SWEEP_METHODS,
      MAKE_REFUNDS,
      DUE_WORK,
      FETCH_LOGOS,
    ],
  },
  { name: 'nightly', slots: 1, tasks: [RECONCILE, CHECK_INVARIANTS, APPLY_RETENTION] },
];
