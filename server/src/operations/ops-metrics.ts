/**
 * The figures of the whole house and what is alarming about them. The metrics, the status order of the
 * command line and docs/operations.md all go by this one table.
 */
import type { Deps } from '../deps.ts';
import { readReturnRates } from '../limits/ach-return-rate.ts';
import { type OpsMetric, readOpsMetrics } from '../storage/ops/ops-metrics.ts';

export type Alarm = { name: string; says: string };

const HOUR_S = 3600;

/** Alarming from this value on. */
export const THRESHOLDS = {
  unresolved_oldest_seconds: { from: HOUR_S, says: 'nobody knows what became of a payment' },
  webhook_lag_seconds: { from: 600, says: 'webhooks wait to be looked into' },
  mail_lag_seconds: { from: 900, says: 'mails do not leave' },
  events_waiting: { from: 500, says: 'socket events are not delivered' },
  jobs_waiting: { from: 1000, says: 'the worker does not keep up, or does not run' },
  refunds_open: { from: 20, says: 'money waits to be given back' },
  reconciliation_age_seconds: { from: 36 * HOUR_S, says: 'books have not been compared for long' },
  return_rate_alarm: { from: 1, says: 'bank debits come back at half of the network’s limit' },
  return_rate_over: { from: 1, says: 'too many bank debits come back: no new bank accounts' },
} as const satisfies Record<string, { from: number; says: string }>;

function isWatched(name: string): name is keyof typeof THRESHOLDS {
  return Object.hasOwn(THRESHOLDS, name);
}

type FigureDeps = Pick<Deps, 'database' | 'clock'>;

async function readRateFigures(deps: FigureDeps): Promise<OpsMetric[]> {
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

export async function readFigures(deps: FigureDeps): Promise<OpsMetric[]> {
  const { database, clock } = deps;
  return [...(await readOpsMetrics(database, clock.now())), ...(await readRateFigures(deps))];
}

export function alarmsOf(figures: readonly OpsMetric[]): Alarm[] {
  return figures.flatMap(({ name, labels, value }) => {
    if (!isWatched(name) || value < THRESHOLDS[name].from) return [];
    const whose = labels['company'] ? ` (${labels['company']}, ${labels['kind']})` : '';
    return [{ name, says: `${THRESHOLDS[name].says}${whose}` }];
  });
}
