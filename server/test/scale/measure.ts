/**
 * `npm run bench -- --scale 1000000` seeds a ledger of this many invoices and attempts. It then measures the
 * nightly check and a full reconciliation, each in a separate process: time, and the peak memory of the process and
 * of one Postgres backend. Fails above 10 minutes or 500 MB.
 */

import { fork } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { companyIdSchema } from '@quittance/contract/ids';
import pg from 'pg';
import { z } from 'zod';
import { fixedClock } from '../../src/kernel/clock.ts';
import type { Deps } from '../../src/kernel/deps.ts';
import { systemEntropy } from '../../src/kernel/entropy.ts';
import { checkInvariantsNightly } from '../../src/payments/reconciliation/check-invariants.ts';
import { reconcile } from '../../src/payments/reconciliation/reconcile.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { createSealer } from '../../src/platform/sealing/seal.ts';
import { withDatabases } from '../sim/databases.ts';
import { addCompany } from '../world/company.ts';
import { newMerchant } from '../world/merchant.ts';
import { testDeps } from '../world/test-deps.ts';
import { createListingProcessor } from './listing-processor.ts';
import { type Ledger, seedLedger } from './seed-ledger.ts';

const NOW = '2026-11-15T15:00:00.000Z';
const SECONDS_MAX = 600;
const MEGABYTES_MAX = 500;
const SAMPLE_MS = 500;

const TRIALS = ['the nightly check', 'a full reconciliation'] as const;
type Trial = (typeof TRIALS)[number];

const jobSchema = z.object({
  url: z.string(),
  trial: z.enum(TRIALS),
  companyId: companyIdSchema,
  count: z.number(),
});
type Job = z.infer<typeof jobSchema>;
const resultSchema = z.object({ seconds: z.number(), megabytes: z.number(), summary: z.string() });
type Result = z.infer<typeof resultSchema>;

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

const open = (url: string) =>
  openDatabase({ url, connectionsMax: 10, onIdleError: () => undefined });

const SEALER = createSealer(new Uint8Array(32));

function depsFor(database: Database, ledger: Ledger): Deps {
  const processors = createListingProcessor(ledger);
  return testDeps({ database, clock: fixedClock(NOW), sealer: SEALER, processors });
}

async function perform(deps: Deps, trial: Trial): Promise<string> {
  if (trial === 'the nightly check') {
    const { violations, unchecked } = await checkInvariantsNightly(deps.database);
    return `${violations.length} violations, ${unchecked.length} unchecked`;
  }
  const [row] = await reconcile(deps);
  return row ? `differences ${JSON.stringify(row.differences)}` : 'failed';
}

/** Runs in the measured process, which receives its trial from the parent and reports back. */
export async function runTrial(): Promise<void> {
  const job = await new Promise<Job>((resolve) => {
    process.once('message', (message) => resolve(jobSchema.parse(message)));
  });
  const { url, trial, companyId, count } = job;
  const database = open(url);
  const deps = depsFor(database, { companyId, count, now: NOW });
  const began = performance.now();
  const summary = await perform(deps, trial);
  const seconds = (performance.now() - began) / 1000;
  await database.close();
  // `maxRSS` is in kilobytes, except on macOS.
  const megabytes = process.resourceUsage().maxRSS / 1024;
  process.send?.({ seconds, megabytes, summary });
  process.disconnect();
}

function measure(job: Job): Promise<Result> {
  const child = fork(process.argv[1] ?? '', ['--trial']);
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(resultSchema.parse(message)));
    child.once('exit', () => reject(new Error(`${job.trial} ended without a result`)));
    child.send(job);
  });
}

async function largestBackendMb(): Promise<number> {
  let largest = 0;
  for (const pid of await readdir('/proc').catch(() => [])) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    if (!/^Name:\s+postgres$/m.test(status)) continue;
    const kilobytes = Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
    largest = Math.max(largest, kilobytes / 1024);
  }
  return largest;
}

function sampleBackends() {
  let largest = 0;
  const timer = setInterval(() => {
    void largestBackendMb().then((mb) => {
      largest = Math.max(largest, mb);
    });
  }, SAMPLE_MS);
  return () => {
    clearInterval(timer);
    return largest;
  };
}

async function seed(url: string, count: number): Promise<Ledger> {
  const database = open(url);
  const setting = { database, clock: fixedClock(NOW), entropy: systemEntropy, sealer: SEALER };
  try {
    const { companyId } = await addCompany(setting, newMerchant('stripe'));
    const ledger = { companyId, count, now: NOW };
    await seedLedger(database, ledger);
    return ledger;
  } finally {
    await database.close();
  }
}

async function settled(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('checkpoint');
  await client.end();
}

export async function measureScale(count: number): Promise<boolean> {
  return withDatabases(1, async ([url = '']) => {
    const began = performance.now();
    const { companyId } = await seed(url, count);
    await settled(url);
    const seconds = (performance.now() - began) / 1000;
    print(`${count} invoices and attempts seeded in ${seconds.toFixed(1)} s`);
    let isWithin = true;
    for (const trial of TRIALS) {
      const end = sampleBackends();
      const result = await measure({ url, trial, companyId, count });
      const backendMb = end();
      const figures = `${result.seconds.toFixed(1)} s, ${result.megabytes.toFixed(0)} MB`;
      print(`${trial}: ${figures}, Postgres ${backendMb.toFixed(0)} MB, ${result.summary}`);
      isWithin &&= result.seconds <= SECONDS_MAX && result.megabytes <= MEGABYTES_MAX;
    }
    return isWithin;
  });
}
