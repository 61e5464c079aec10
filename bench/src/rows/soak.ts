/**
 * The memory of a server at half of its maximum load: reads of one invoice, with one payment per twenty reads. It
 * takes an hour, so it runs only when `--only` names it; `--minutes` shortens it.
 */
import type { Bench } from '../bench.ts';
import { measured, type Row } from '../measure/row.ts';
import type { RowGroup } from '../measure/row-group.ts';
import { median } from '../measure/statistics.ts';
import type { LoadRequest, LoadResult } from '../programs/load-messages.ts';
import { addPublicInvoice } from '../seed/public-invoice.ts';
import { findRssMb } from '../system/process-memory.ts';
import { readRequest } from './one-invoice.ts';
import { addPayers, payRequests } from './payments.ts';

const CLIENTS = 16;
const READS_PER_PAYMENT = 19;
const PEAK_SECONDS = 10;
/**
 * Higher than any server can handle, so that the load ends when the time is up and not when the requests run out.
 */
const PEAK_RATE_MAX = 3000;
const MINUTE_SECONDS = 60;
/** The share of the run during which caches fill and the heap grows to its normal size. */
const SETTLING_SHARE = 1 / 3;

const SOAK: Row = {
  name: 'soak',
  label: 'growth of memory between the second and the last third of an hour at half load',
  bounds: [{ kind: 'value', max: 10 }],
  isOnDemand: true,
};

async function mixedRequests(
  bench: Bench,
  seeded: SoakSetup,
  count: number,
): Promise<LoadRequest[]> {
  const payments = await payRequests(bench, seeded.payers, Math.ceil(count / READS_PER_PAYMENT));
  return payments
    .flatMap((payment) => [
      payment,
      ...Array.from({ length: READS_PER_PAYMENT }, () => seeded.read),
    ])
    .slice(0, count);
}

type SoakSetup = { read: LoadRequest; payers: Awaited<ReturnType<typeof addPayers>> };

type Minute = { result: LoadResult; rssMb: number };

function middleThird(minutes: readonly Minute[]): Minute[] {
  const third = Math.floor(minutes.length * SETTLING_SHARE);
  return minutes.slice(third, Math.max(2 * third, third + 1));
}

function lastThird(minutes: readonly Minute[]): Minute[] {
  return minutes.slice(-Math.max(Math.floor(minutes.length * SETTLING_SHARE), 1));
}

const middleMb = (minutes: readonly Minute[]) => median(minutes.map(({ rssMb }) => rssMb)) ?? 0;

async function load(
  bench: Bench,
  requests: LoadRequest[],
  timing: SoakTiming,
): Promise<LoadResult> {
  return bench.load.run({
    origin: bench.portal.url,
    connections: CLIENTS,
    warmUpMs: 0,
    requests,
    isOnce: true,
    ...timing,
  });
}

type SoakTiming = { measureMs: number; perSecond?: number };

async function measureSoak(bench: Bench) {
  const seeded = {
    read: readRequest(await addPublicInvoice(bench)),
    payers: await addPayers(bench),
  };
  bench.progress('soak: the most it can take');
  const flood = await mixedRequests(bench, seeded, PEAK_RATE_MAX * PEAK_SECONDS);
  const peak = await load(bench, flood, { measureMs: PEAK_SECONDS * 1000 });
  const perSecond = Math.max(Math.floor(peak.count / peak.seconds / 2), 1);
  const minutes: Minute[] = [];
  for (let minute = 0; minute < bench.options.minutes; minute += 1) {
    const requests = await mixedRequests(bench, seeded, perSecond * MINUTE_SECONDS);
    const result = await load(bench, requests, { measureMs: MINUTE_SECONDS * 1000, perSecond });
    const rssMb = (await findRssMb(bench.portal.pid)) ?? 0;
    minutes.push({ result, rssMb });
    bench.progress(
      `soak: minute ${minute + 1} of ${bench.options.minutes}, ${rssMb.toFixed(0)} MB, ` +
        `${(result.count / result.seconds).toFixed(0)} of ${perSecond} requests/s`,
    );
  }
  const [settledMb, lastMb] = [middleMb(middleThird(minutes)), middleMb(lastThird(minutes))];
  const results = minutes.map(({ result }) => result);
  return measured('MB', lastMb - settledMb, {
    errors: peak.errors + results.reduce((sum, { errors }) => sum + errors, 0),
    firstError:
      results.find(({ firstError }) => firstError !== null)?.firstError ?? peak.firstError,
    p99Ms: median(results.flatMap(({ p99Ms }) => p99Ms ?? [])),
    rssMb: lastMb,
    notes: [
      `${bench.options.minutes} minutes at ${perSecond} requests/s, one in ${READS_PER_PAYMENT + 1} a payment`,
      `from ${settledMb.toFixed(0)} to ${lastMb.toFixed(0)} MB`,
    ],
  });
}

export const SOAK_ROWS: RowGroup = {
  rows: [SOAK],
  measure: async (bench) => [{ row: SOAK, measurement: await measureSoak(bench) }],
};
