/**
 * Prometheus metrics (docs/operations.md): gauges read from the database at scrape time, and measurements of
 * this process. No label identifies a person, an invoice or an amount.
 */
import type { Instant } from '@quittance/contract/dates';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { addMs } from '../../kernel/clock.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AnswerLost, type HttpClient, NeverSent } from '../../platform/outbound/http-client.ts';
import { readOpsMetrics, THRESHOLDS, toAlarms } from './ops-metrics.ts';

const PREFIX = 'quittance_';

const FRESH_MS = 10_000;

const GAUGES = {
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
  webhook_endpoints_failing: { help: 'Webhook endpoints that accept nothing', labels: [] },
  webhook_endpoints_paused: { help: 'Webhook endpoints that were given up', labels: [] },
  jobs_waiting: { help: 'Jobs due and not started', labels: [] },
  refunds_open: { help: 'Refunds not made yet', labels: [] },
  refunds_in_review: { help: 'Refunds that a person has to decide on', labels: [] },
  reconciliation_age_seconds: {
    help: 'Time since the last reconciliation, the worst company',
    labels: [],
  },
  clock_skew_seconds: { help: 'Difference from the clock of the database', labels: [] },
  companies_held: { help: 'Companies whose charges wait since a restore', labels: [] },
  sealed_values_left: { help: 'Values sealed by an older key', labels: [] },
  sign_in_mails: { help: 'Sign-in and link mails of the current hour', labels: [] },
  return_rate_basis_points: { help: 'ACH return rate over 60 days', labels: ['company', 'kind'] },
  return_rate_alarm: { help: '1 at half of the limit', labels: ['company', 'kind'] },
  return_rate_over: { help: '1 at the limit', labels: ['company', 'kind'] },
} as const satisfies Record<string, { help: string; labels: readonly string[] }>;

export type Metrics = {
  contentType: string;
  read(): Promise<string>;
  timed(http: HttpClient, processorOf: (url: string) => string): HttpClient;
  invariantsChecked(violations: number): void;
  eventTried(outcome: string): void;
  watch(gauge: { name: string; help: string; read: () => number }): void;
};

function makeGauges(registry: Registry) {
  return new Map(
    Object.entries(GAUGES).map(([name, { help, labels }]) => {
      const settings = { name: PREFIX + name, help, labelNames: [...labels] };
      return [name, new Gauge({ ...settings, registers: [registry] })] as const;
    }),
  );
}

function makeProcessMetrics(registry: Registry) {
  const registers = [registry];
  return {
    alarm: new Gauge({
      name: `${PREFIX}alarm`,
      help: '1 while the threshold of docs/operations.md is exceeded',
      labelNames: ['alarm'],
      registers,
    }),
    violations: new Gauge({
      name: `${PREFIX}invariant_violations`,
      help: 'Broken invariants of the last nightly check in this process',
      registers,
    }),
    tries: new Counter({
      name: `${PREFIX}event_tries_total`,
      help: 'Tries to send an event to a company since the start of this process',
      labelNames: ['outcome'],
      registers,
    }),
    answers: new Histogram({
      name: `${PREFIX}processor_seconds`,
      help: 'Response times of processors',
      labelNames: ['processor', 'outcome'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20],
      registers,
    }),
  };
}

/** Classifies a failed request by whether it can have reached the processor. */
export function toOutcome(error: unknown): string {
  if (error instanceof NeverSent) return 'never_sent';
  return error instanceof AnswerLost ? 'lost' : 'error';
}

export function createMetrics(deps: Pick<Deps, 'database' | 'clock'>): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: PREFIX });
  const gauges = makeGauges(registry);
  const { alarm, violations, answers, tries } = makeProcessMetrics(registry);
  let freshUntil: Instant | null = null;

  async function refresh(): Promise<void> {
    const opsMetrics = await readOpsMetrics(deps);
    for (const gauge of gauges.values()) gauge.reset();
    for (const { name, labels, value } of opsMetrics) gauges.get(name)?.set(labels, value);
    const alarming = new Set(toAlarms(opsMetrics).map(({ name }) => name));
    for (const name of Object.keys(THRESHOLDS)) {
      alarm.set({ alarm: name }, Number(alarming.has(name)));
    }
  }

  return {
    contentType: registry.contentType,
    async read() {
      const now = deps.clock.now();
      if (freshUntil === null || now >= freshUntil) {
        freshUntil = addMs(now, FRESH_MS);
        await refresh();
      }
      return registry.metrics();
    },
    timed: (http, processorOf) => ({
      close: () => http.close(),
      async call(call) {
        const end = answers.startTimer({ processor: processorOf(call.url) });
        try {
          const answer = await http.call(call);
          end({ outcome: `${String(answer.status).charAt(0)}xx` });
          return answer;
        } catch (error) {
          end({ outcome: toOutcome(error) });
          throw error;
        }
      },
    }),
    eventTried: (outcome) => tries.inc({ outcome }),
    watch({ name, help, read }) {
      new Gauge({
        name: PREFIX + name,
        help,
        registers: [registry],
        collect() {
          this.set(read());
        },
      });
    },
    invariantsChecked(count) {
      violations.set(count);
      alarm.set({ alarm: 'invariant_violations' }, Number(count > 0));
    },
  };
}
