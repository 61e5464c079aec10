/** Operational metrics of the whole installation, for the metrics page, the alarms and `quittance status`. */
import { addMs } from '../../kernel/clock.ts';
import type { Deps } from '../../kernel/deps.ts';
import { JOB_LIST } from '../../kernel/jobs.ts';
import { readReturnRates } from '../../ledger/ach-return-rate.ts';
import type { Measure } from '../../schema/operator.ts';
import { readStoredMetrics } from './ops-metrics-rows.ts';

export type MetricsDeps = Pick<Deps, 'database' | 'clock' | 'limits'>;

/** Companies without returns are left out: there may be thousands. */
async function readReturnRateMetrics(deps: MetricsDeps): Promise<Measure[]> {
  const companies = await readReturnRates(deps);
  return companies.flatMap(({ domain: company, rates }) =>
    rates.flatMap(({ kind, basisPoints, isAlarming, isOver }) => {
      if (basisPoints === 0) return [];
      const labels = { company, kind };
      return [
        { name: 'return_rate_basis_points', labels, value: basisPoints },
        { name: 'return_rate_alarm', labels, value: Number(isAlarming) },
        { name: 'return_rate_over', labels, value: Number(isOver) },
      ];
    }),
  );
}

function toOverdue(stored: readonly Measure[]): Measure[] {
  return stored.flatMap(({ name, labels, value }) => {
    const lateAfterS = JOB_LIST.find((job) => job.name === labels['job'])?.lateAfterS;
    if (name !== 'job_success_age_seconds' || lateAfterS === undefined) return [];
    return [{ name: 'job_overdue_seconds', labels, value: Math.max(0, value - lateAfterS) }];
  });
}

/** Processes may measure the same thing as the reader does. The worst value counts. */
function worstOfEach(measures: readonly Measure[]): Measure[] {
  const worst = new Map<string, Measure>();
  for (const measure of measures) {
    const key = `${measure.name} ${JSON.stringify(measure.labels)}`;
    const known = worst.get(key);
    if (!known || measure.value > known.value) worst.set(key, measure);
  }
  return [...worst.values()];
}

/** The cap can be set, so the alarm is about the part of it that is used. */
function toRatio(stored: readonly Measure[], { limits }: MetricsDeps): Measure[] {
  const name = 'sign_in_mails_ratio';
  return stored
    .filter((measure) => measure.name === 'sign_in_mails')
    .map(({ labels, value }) => ({ name, labels, value: value / limits.mailsInAll.count }));
}

async function readFrequent(deps: MetricsDeps): Promise<Measure[]> {
  const stored = await readStoredMetrics(deps.database, deps.clock.now());
  return worstOfEach([...stored, ...toOverdue(stored), ...toRatio(stored, deps)]);
}

export async function readOpsMetrics(deps: MetricsDeps): Promise<Measure[]> {
  return [...(await readFrequent(deps)), ...(await readReturnRateMetrics(deps))];
}

const RETURN_RATES_FRESH_MS = 5 * 60_000;

/** For readers that repeat. Return rates are counted over sixty days of debits, so they are read less often. */
export function repeatedOpsMetrics(deps: MetricsDeps): () => Promise<Measure[]> {
  let [rates, freshUntil]: [Measure[], string] = [[], ''];
  return async () => {
    const now = deps.clock.now();
    if (now >= freshUntil) {
      rates = await readReturnRateMetrics(deps);
      freshUntil = addMs(now, RETURN_RATES_FRESH_MS);
    }
    return [...(await readFrequent(deps)), ...rates];
  };
}
