/**
 * Operational metrics of all companies and their alarm thresholds. The metrics page, the status command of
 * the operator CLI and docs/operations.md use this table.
 */
import type { Deps } from '../../kernel/deps.ts';
import { readReturnRates } from '../../ledger/ach-return-rate.ts';
import { type OpsMetric, readOpsMetrics as readStoredMetrics } from './ops-metrics-rows.ts';

export type Alarm = { name: string; message: string };

const HOUR_S = 3600;

export const THRESHOLDS = {
  unresolved_oldest_seconds: { from: HOUR_S, message: 'the outcome of a payment is unknown' },
  webhook_lag_seconds: { from: 600, message: 'webhooks are not processed' },
  mail_lag_seconds: { from: 900, message: 'mails are not sent' },
  events_waiting: { from: 500, message: 'socket events are not delivered' },
  jobs_waiting: { from: 1000, message: 'the worker is behind or not running' },
  refunds_open: { from: 20, message: 'refunds are not made' },
  refunds_in_review: { from: 1, message: 'a refund needs manual review' },
  reconciliation_age_seconds: { from: 36 * HOUR_S, message: 'the last reconciliation is too old' },
  clock_skew_seconds: { from: 30, message: 'a clock differs from that of the database' },
  companies_held: { from: 1, message: 'charges of a company wait since a restore' },
  sign_in_mails: { from: 1000, message: 'sign-in mails are requested in mass' },
  return_rate_alarm: { from: 1, message: 'the ACH return rate is at half of the network limit' },
  return_rate_over: {
    from: 1,
    message: 'the ACH return rate is at the network limit: no new bank accounts',
  },
} as const satisfies Record<string, { from: number; message: string }>;

function isWatched(name: string): name is keyof typeof THRESHOLDS {
  return Object.hasOwn(THRESHOLDS, name);
}

type MetricsDeps = Pick<Deps, 'database' | 'clock'>;

async function readReturnRateMetrics(deps: MetricsDeps): Promise<OpsMetric[]> {
  const companies = await readReturnRates(deps);
  return companies.flatMap(({ domain: company, rates }) =>
    rates.flatMap(({ kind, basisPoints, isAlarming, isOver }) => {
      const labels = { company, kind };
      return [
        { name: 'return_rate_basis_points', labels, value: basisPoints },
        { name: 'return_rate_alarm', labels, value: Number(isAlarming) },
        { name: 'return_rate_over', labels, value: Number(isOver) },
      ];
    }),
  );
}

export async function readOpsMetrics(deps: MetricsDeps): Promise<OpsMetric[]> {
  const { database, clock } = deps;
  return [
    ...(await readStoredMetrics(database, clock.now())),
    ...(await readReturnRateMetrics(deps)),
  ];
}

export function toAlarms(metrics: readonly OpsMetric[]): Alarm[] {
  return metrics.flatMap(({ name, labels, value }) => {
    if (!isWatched(name) || value < THRESHOLDS[name].from) return [];
    const whose = labels['company'] ? ` (${labels['company']}, ${labels['kind']})` : '';
    return [{ name, message: `${THRESHOLDS[name].message}${whose}` }];
  });
}
