/**
 * All jobs. An entry is the only place of a job apart from its handler (app/jobs/tasks.ts). Payers wait for pumped
 * jobs: each has a pump of its own (platform/queue/pump.ts). The others run by the clock in lanes with their own slots,
 * so nothing waits for the nightly jobs (ADR 0046).
 */

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

type Payload = Readonly<Record<string, boolean>>;

type Job = {
  lane: 'pumped' | 'sweeps' | 'nightly';
  /** Time without a complete run after which the job is late. Runs with much to do may take hours. */
  lateAfterS: number;
  /** Patterns of crontab. Another schedule of a job needs an identifier. */
  at?: readonly { match: string; payload?: Payload; identifier?: string }[];
  /** Queued at every start, so that nothing waits for the schedule after a crash. */
  atStart?: Payload;
};

const PUMPED = { lane: 'pumped', lateAfterS: 10 * MINUTE_S } as const;
const SWEEP = { lane: 'sweeps', lateAfterS: 30 * MINUTE_S } as const;
const NIGHTLY = { lane: 'nightly', lateAfterS: 30 * HOUR_S } as const;

const EVERY_MINUTE = [{ match: '* * * * *' }] as const;
const EVERY_5_MINUTES = [{ match: '*/5 * * * *' }] as const;

export const JOBS = {
  deliver_outbox: PUMPED,
  deliver_mail: PUMPED,
  deliver_bulk_mail: { ...PUMPED, lateAfterS: 6 * HOUR_S },
  resolve_due: PUMPED,
  process_webhooks: PUMPED,
  deliver_events: PUMPED,
  run_imports: { ...PUMPED, lateAfterS: 6 * HOUR_S },
  sweep_sessions: { ...SWEEP, at: EVERY_MINUTE },
  check_connections: { ...SWEEP, at: EVERY_MINUTE },
  check_intents: { ...SWEEP, at: EVERY_MINUTE },
  sweep_methods: { ...SWEEP, at: EVERY_MINUTE },
  make_refunds: { ...SWEEP, at: EVERY_MINUTE },
  read_payouts: { ...SWEEP, at: EVERY_MINUTE, lateAfterS: 3 * HOUR_S },
  send_evidence: { ...SWEEP, at: EVERY_MINUTE },
  due_work: { ...SWEEP, at: EVERY_5_MINUTES, atStart: {}, lateAfterS: 3 * HOUR_S },
  fetch_logos: { ...SWEEP, at: EVERY_5_MINUTES },
  fold_balances: { ...SWEEP, at: EVERY_MINUTE },
  send_reminders: { ...SWEEP, at: EVERY_5_MINUTES, lateAfterS: 3 * HOUR_S },
  tell_companies: { ...SWEEP, at: EVERY_MINUTE },
  summarize_days: { ...SWEEP, at: EVERY_5_MINUTES, lateAfterS: 3 * HOUR_S },
  reseal_values: {
    ...SWEEP,
    at: [
      ...EVERY_5_MINUTES,
      { match: '50 2 * * *', payload: { recount: true }, identifier: 'reseal_nightly' },
    ],
    atStart: {},
  },
  chain_audit: { ...SWEEP, at: EVERY_MINUTE },
  reconcile: {
    ...NIGHTLY,
    at: [
      { match: '15 4 * * *' },
      { match: '*/10 * * * *', payload: { onlyHeld: true }, identifier: 'reconcile_held' },
    ],
    atStart: { onlyStale: true },
  },
  check_invariants: { ...NIGHTLY, at: [{ match: '30 3 * * *' }] },
  // The hour of the night may have passed while nothing ran.
  apply_retention: { ...NIGHTLY, at: [{ match: '30 2 * * *' }], atStart: {} },
  verify_audit: { ...NIGHTLY, at: [{ match: '10 3 * * *' }] },
} as const satisfies Record<string, Job>;

export type JobName = keyof typeof JOBS;
export type LaneName = Job['lane'];
export type JobIn<Lane extends LaneName> = {
  [Name in JobName]: (typeof JOBS)[Name]['lane'] extends Lane ? Name : never;
}[JobName];

export const JOB_LIST: readonly (Job & { name: string })[] = Object.entries<Job>(JOBS).map(
  ([name, job]) => ({ ...job, name }),
);
