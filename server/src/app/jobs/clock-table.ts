/** Every recurring job and its period, in one list. */
import type { ParsedCronItem } from 'graphile-worker';
import { parseCronItems } from 'graphile-worker';
import {
  APPLY_RETENTION,
  CHAIN_AUDIT,
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
} from '../../platform/queue/task-names.ts';

/** No backfill: each sweep finds everything that is due, so the first run catches up. */
const NO_BACKFILL = { backfillPeriod: 0 } as const;

export const CLOCK_TABLE: ParsedCronItem[] = parseCronItems([
  { task: CHECK_INTENTS, match: '* * * * *', options: NO_BACKFILL },
  { task: SWEEP_METHODS, match: '* * * * *', options: NO_BACKFILL },
  { task: SWEEP_SESSIONS, match: '* * * * *', options: NO_BACKFILL },
  { task: MAKE_REFUNDS, match: '* * * * *', options: NO_BACKFILL },
  { task: FOLD_BALANCES, match: '* * * * *', options: NO_BACKFILL },
  { task: CHAIN_AUDIT, match: '* * * * *', options: NO_BACKFILL },
  { task: TELL_COMPANIES, match: '* * * * *', options: NO_BACKFILL },
  { task: SUMMARIZE_DAYS, match: '*/5 * * * *', options: NO_BACKFILL },
  { task: DUE_WORK, match: '*/5 * * * *', options: NO_BACKFILL },
  { task: SEND_REMINDERS, match: '*/5 * * * *', options: NO_BACKFILL },
  { task: FETCH_LOGOS, match: '*/5 * * * *', options: NO_BACKFILL },
  { task: RESEAL_VALUES, match: '*/5 * * * *', options: NO_BACKFILL },
  {
    task: RESEAL_VALUES,
    match: '50 2 * * *',
    options: NO_BACKFILL,
    payload: { recount: true },
    identifier: 'reseal_nightly',
  },
  { task: RECONCILE, match: '15 4 * * *', options: NO_BACKFILL },
  {
    task: RECONCILE,
    match: '*/10 * * * *',
    options: NO_BACKFILL,
    payload: { onlyHeld: true },
    identifier: 'reconcile_held',
  },
  { task: CHECK_INVARIANTS, match: '30 3 * * *', options: NO_BACKFILL },
  { task: VERIFY_AUDIT, match: '10 3 * * *', options: NO_BACKFILL },
  { task: APPLY_RETENTION, match: '30 2 * * *', options: NO_BACKFILL },
]);

/** Reconciles only the companies whose last reconciliation is older than a day. */
const ONLY_STALE = { onlyStale: true } as const;

/** Queued at every start, so that nothing waits for the next full minute after a crash. */
export const AT_START: readonly { task: string; payload: object }[] = [
  { task: DUE_WORK, payload: {} },
  { task: RESEAL_VALUES, payload: {} },
  { task: RECONCILE, payload: ONLY_STALE },
];
