/**
 * Measures several targets in turn over several rounds, so that other activity on the machine affects all of them
 * equally. The result is the median of the rounds.
 */
import type { Bench } from '../bench.ts';
import type { LoadRequest, LoadResult } from '../programs/load-messages.ts';
import { findRssMb } from '../system/process-memory.ts';
import { type Measurement, measured } from './row.ts';
import { median } from './statistics.ts';

export type Target = {
  name: string;
  origin: string;
  connections: number;
  /** Returns a new list for every round because some requests can be sent only once. */
  requests(round: number): readonly LoadRequest[] | Promise<readonly LoadRequest[]>;
  isOnce?: boolean;
  warmUpMs?: number;
  settle?(): Promise<void>;
};

const WARM_UP_MS = 1000;
const MS_PER_SECOND = 1000;

export type Rates = {
  rate: number;
  p50Ms: number | null;
  p99Ms: number | null;
  errors: number;
  firstError: string | null;
  cores: number;
};

function numbers(values: readonly (number | null)[]): number[] {
  return values.filter((value) => value !== null);
}

export function toRates(results: readonly LoadResult[]): Rates {
  const middle = (read: (result: LoadResult) => number | null) =>
    median(numbers(results.map(read)));
  return {
    rate: middle(({ count, seconds }) => count / seconds) ?? 0,
    p50Ms: middle(({ p50Ms }) => p50Ms),
    p99Ms: middle(({ p99Ms }) => p99Ms),
    errors: results.reduce((sum, { errors }) => sum + errors, 0),
    firstError: results.find(({ firstError }) => firstError !== null)?.firstError ?? null,
    cores: middle(({ cores }) => cores) ?? 0,
  };
}

async function measureOnce(bench: Bench, target: Target, round: number): Promise<LoadResult> {
  const { name, origin, connections, isOnce = false, warmUpMs = WARM_UP_MS } = target;
  const requests = [...(await target.requests(round))];
  bench.progress(`${name}, round ${round + 1} of ${bench.options.rounds}`);
  const measureMs = bench.options.seconds * MS_PER_SECOND;
  const order = { origin, connections, warmUpMs, measureMs, requests, isOnce };
  const result = await bench.load.run(order);
  await target.settle?.();
  return result;
}

export async function measureInTurns<Name extends string>(
  bench: Bench,
  targets: Readonly<Record<Name, Target>>,
): Promise<Record<Name, Rates>> {
  // The cast is safe because entries() only widens the names to string.
  const entries = Object.entries(targets) as [Name, Target][];
  const results = new Map<Name, LoadResult[]>(entries.map(([name]) => [name, []]));
  for (let round = 0; round < bench.options.rounds; round += 1) {
    for (const [name, target] of entries) {
      results.get(name)?.push(await measureOnce(bench, target, round));
    }
  }
  const rates = entries.map(([name]) => [name, toRates(results.get(name) ?? [])]);
  // The cast is safe because fromEntries() only widens the names to string.
  return Object.fromEntries(rates) as Record<Name, Rates>;
}

export async function comparison(
  bench: Bench,
  { ours, bare, unit = 'req/s' }: { ours: Rates; bare: Rates; unit?: string },
): Promise<Measurement> {
  return measured(unit, ours.rate, {
    bare: bare.rate,
    p50Ms: ours.p50Ms,
    p99Ms: ours.p99Ms,
    errors: ours.errors + bare.errors,
    firstError: ours.firstError ?? bare.firstError,
    generatorCores: ours.cores,
    rssMb: await findRssMb(bench.portal.pid),
    notes: [
      `generator: ${ours.cores.toFixed(2)} cores for ours, ${bare.cores.toFixed(2)} for bare`,
    ],
  });
}
