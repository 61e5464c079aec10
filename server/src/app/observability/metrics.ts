/**
 * Prometheus metrics (docs/operations.md): gauges read from the database at scrape time, and measurements of the
 * processes of this server, added up. No label identifies a person, an invoice or an amount.
 */
import type { Instant } from '@quittance/contract/dates';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { addMs } from '../../kernel/clock.ts';
import { shareProcessMetrics } from '../../platform/observability/process-metrics.ts';
import { AnswerLost, type HttpClient, NeverSent } from '../../platform/outbound/http-client.ts';
import type { Measure } from '../../schema/operator.ts';
import { ALARM_NAMES, toAlarms } from './alarms.ts';
import { type MetricsDeps, repeatedOpsMetrics } from './ops-metrics.ts';

const PREFIX = 'quittance_';

const FRESH_MS = 10_000;

const GAUGES = {
  database_down: { help: '1 while the database does not respond', labels: [] },
  payments: { help: 'Payments of the last 24 hours', labels: ['processor', 'method', 'state'] },
  unresolved_attempts: { help: 'Payments sent without an outcome', labels: [] },
  unresolved_oldest_seconds: { help: 'Age of the oldest of them', labels: [] },
  webhooks_waiting: { help: 'Webhooks not processed', labels: [] },
  webhook_lag_seconds: { help: 'Age of the oldest of them', labels: [] },
  mails_waiting: { help: 'Mails not sent', labels: [] },
  mail_lag_seconds: { help: 'Age of the oldest of them', labels: [] },
  bulk_mails_waiting: { help: 'Invoices, reminders and notices not sent', labels: [] },
  bulk_mail_lag_seconds: { help: 'Age of the oldest of them', labels: [] },
  events_waiting: { help: 'Socket events not delivered', labels: [] },
  event_deliveries_waiting: { help: 'Events not sent to a company yet', labels: [] },
  event_delivery_lag_seconds: { help: 'Age of the oldest of them', labels: [] },
  webhook_endpoints_failing: {
    help: 'Webhook endpoints that accepted nothing for 15 minutes',
    labels: [],
  },
  webhook_endpoints_paused: { help: 'Webhook endpoints that were given up', labels: [] },
  processes: { help: 'Running server processes', labels: ['role'] },
  processes_lost: { help: 'Processes that ended without stopping in 15 minutes', labels: [] },
  worker_silent_seconds: { help: 'Time since a worker was last seen', labels: [] },
  job_success_age_seconds: { help: 'Time since the last complete run', labels: ['job'] },
  job_overdue_seconds: { help: 'Time by which a complete run is late', labels: ['job'] },
  jobs_waiting: { help: 'Jobs due and not started', labels: [] },
  job_lag_seconds: { help: 'Age of the oldest of them', labels: [] },
  processor_failing_seconds: {
    help: 'Time in which no call to a processor succeeded, worst process',
    labels: ['processor'],
  },
  circuits_open: {
    help: 'Connections to a processor whose calls are suspended, worst process',
    labels: ['processor'],
  },
  refunds_open: { help: 'Refunds not made yet', labels: [] },
  refunds_in_review: { help: 'Refunds that a person has to decide on', labels: [] },
  reconciliation_age_seconds: {
    help: 'Time since the last reconciliation, the worst company',
    labels: [],
  },
  companies_unreconciled: { help: 'Companies never reconciled', labels: [] },
  invariant_violations: { help: 'Broken invariants of the last nightly check', labels: [] },
  invariants_unchecked: { help: 'Invariants that the last nightly check failed on', labels: [] },
  audit_chains_broken: { help: 'Audit trails with a changed entry, of that night', labels: [] },
  clock_skew_seconds: {
    help: 'Difference from the clock of the database, worst process',
    labels: [],
  },
  log_lines_lost: { help: 'Log lines lost in the last seconds, worst process', labels: [] },
  certificate_days_left: { help: 'Days until the TLS certificate expires', labels: [] },
  unusual_readers: { help: 'Staff with unusually many reads or exports in an hour', labels: [] },
  api_keys_expiring: { help: 'API keys in use that expire within a week', labels: [] },
  companies_held: {
    help: 'Companies whose automatic charges have been on hold since a restore',
    labels: [],
  },
  sealed_values_left: { help: 'Values sealed by an older key', labels: [] },
  sign_in_mails: { help: 'Sign-in and link mails of the current hour', labels: [] },
  sign_in_mails_ratio: { help: 'Their part of the hourly cap', labels: [] },
  return_rate_basis_points: { help: 'ACH return rate over 60 days', labels: ['company', 'kind'] },
  return_rate_alarm: { help: '1 at half of the limit', labels: ['company', 'kind'] },
  return_rate_over: { help: '1 at the limit', labels: ['company', 'kind'] },
} as const satisfies Record<string, { help: string; labels: readonly string[] }>;

/** Classifies a failed request by whether it can have reached the processor. */
export function toOutcome(error: unknown): string {
  if (error instanceof NeverSent) return 'never_sent';
  return error instanceof AnswerLost ? 'lost' : 'error';
}

export type CompletedRequest = {
  method: string;
  route: string | undefined;
  status: number;
  ms: number;
};

export type CompletedRun = { task: string; isDone: boolean; ms: number };

export type Metrics = {
  contentType: string;
  read(): Promise<string>;
  timed(http: HttpClient, processorOf: (url: string) => string): HttpClient;
  /** Failures of processors, as far as this process knows. */
  processorFailures(): Measure[];
  requestCompleted(request: CompletedRequest): void;
  jobCompleted(run: CompletedRun): void;
  requestLimited(limit: string): void;
  eventTried(outcome: string): void;
  watch(value: WatchedValue): void;
};

function makeGauges(registry: Registry) {
  return new Map(
    Object.entries(GAUGES).map(([name, { help, labels }]) => {
      const settings = { name: PREFIX + name, help, labelNames: [...labels] };
      return [name, new Gauge({ ...settings, registers: [registry] })] as const;
    }),
  );
}

const SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20];
const JOB_SECONDS = [0.01, 0.1, 1, 10, 60, 600, 3600];

function makeProcessMetrics(registry: Registry) {
  const registers = [registry];
  return {
    requests: new Histogram({
      name: `${PREFIX}http_request_seconds`,
      help: 'Durations of HTTP requests by route',
      labelNames: ['method', 'route', 'status'],
      buckets: SECONDS,
      registers,
    }),
    jobs: new Histogram({
      name: `${PREFIX}job_seconds`,
      help: 'Durations of job runs',
      labelNames: ['job', 'outcome'],
      buckets: JOB_SECONDS,
      registers,
    }),
    limited: new Counter({
      name: `${PREFIX}rate_limited_total`,
      help: 'Requests refused by a rate limit',
      labelNames: ['limit'],
      registers,
    }),
    tries: new Counter({
      name: `${PREFIX}event_tries_total`,
      help: 'Tries to send an event to a company',
      labelNames: ['outcome'],
      registers,
    }),
    answers: new Histogram({
      name: `${PREFIX}processor_seconds`,
      help: 'Response times of processors',
      labelNames: ['processor', 'outcome'],
      buckets: SECONDS,
      registers,
    }),
  };
}

/** A single failure says nothing, however long ago it was: only failures without a success in between count. */
function createFailures(nowMs: () => number) {
  const spans = new Map<string, { fromMs: number; toMs: number }>();
  return {
    record(processor: string, hasFailed: boolean): void {
      const toMs = nowMs();
      if (hasFailed) spans.set(processor, { fromMs: spans.get(processor)?.fromMs ?? toMs, toMs });
      else spans.delete(processor);
    },
    read: (): Measure[] =>
      [...spans].map(([processor, { fromMs, toMs }]) => ({
        name: 'processor_failing_seconds',
        labels: { processor },
        value: (toMs - fromMs) / 1000,
      })),
  };
}

const SERVER_ERROR = 500;
const toClass = (status: number) => `${String(status).charAt(0)}xx`;

type WatchedValue = { name: string; help: string; read: () => number };

function watchValue(registry: Registry, { name, help, read }: WatchedValue): void {
  const settings = { name: PREFIX + name, help, registers: [registry] };
  if (name.endsWith('_total')) {
    new Counter({
      ...settings,
      collect() {
        this.reset();
        this.inc(read());
      },
    });
    return;
  }
  new Gauge({
    ...settings,
    collect() {
      this.set(read());
    },
  });
}

export function createMetrics(deps: MetricsDeps): Metrics {
  const [shared, own] = [new Registry(), new Registry()];
  const gauges = makeGauges(shared);
  const alarm = new Gauge({
    name: `${PREFIX}alarm`,
    help: '1 while the alarm of docs/on-call.md is active',
    labelNames: ['alarm'],
    registers: [shared],
  });
  collectDefaultMetrics({ register: own, prefix: PREFIX });
  const { requests, jobs, limited, tries, answers } = makeProcessMetrics(own);
  const readProcesses = shareProcessMetrics(own);
  const failures = createFailures(() => Date.parse(deps.clock.now()));
  const readMetrics = repeatedOpsMetrics(deps);
  let freshUntil: Instant | null = null;

  function show(measures: readonly Measure[]): void {
    for (const gauge of gauges.values()) gauge.reset();
    for (const { name, labels, value } of measures) gauges.get(name)?.set(labels, value);
    const active = new Set<string>(toAlarms(measures).map(({ name }) => name));
    for (const name of ALARM_NAMES) alarm.set({ alarm: name }, Number(active.has(name)));
  }

  /** The rest of the page is most needed while the database is down. */
  async function refresh(): Promise<void> {
    const name = 'database_down';
    const down = [{ name, labels: {}, value: 1 }];
    show(
      await readMetrics().then(
        (found) => [...found, { name, labels: {}, value: 0 }],
        () => down,
      ),
    );
  }

  return {
    contentType: shared.contentType,
    async read() {
      const now = deps.clock.now();
      if (freshUntil === null || now >= freshUntil) {
        freshUntil = addMs(now, FRESH_MS);
        await refresh();
      }
      return `${await shared.metrics()}\n${await readProcesses()}`;
    },
    timed: (http, processorOf) => ({
      close: () => http.close(),
      async call(call) {
        const processor = processorOf(call.url);
        const end = answers.startTimer({ processor });
        try {
          const answer = await http.call(call);
          end({ outcome: toClass(answer.status) });
          failures.record(processor, answer.status >= SERVER_ERROR);
          return answer;
        } catch (error) {
          end({ outcome: toOutcome(error) });
          failures.record(processor, true);
          throw error;
        }
      },
    }),
    processorFailures: failures.read,
    requestCompleted({ method, route = 'unknown', status, ms }) {
      requests.observe({ method, route, status: toClass(status) }, ms / 1000);
    },
    jobCompleted({ task, isDone, ms }) {
      jobs.observe({ job: task, outcome: isDone ? 'done' : 'failed' }, ms / 1000);
    },
    requestLimited: (limit) => limited.inc({ limit }),
    eventTried: (outcome) => tries.inc({ outcome }),
    watch: (value) => watchValue(own, value),
  };
}
