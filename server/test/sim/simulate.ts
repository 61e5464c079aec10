/**
 * The command line of the proof: distributes the seeds over one process per core, each with its own
 * database, and prints a summary. Started by `scripts/sim.mjs`.
 */
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { BUGS, type Bug } from './bugs.ts';
import { withDatabases } from './databases.ts';
import { openInstrumentedDatabase } from './instrumented-database.ts';
import { formatFinding, type Proof, prove, sum } from './prove.ts';
import { EMPTY_TALLY, type Tally } from './run-history.ts';

const SHRINK_MS = 25_000;
const FINDINGS_MAX = 2;
const BUG_HISTORIES = 500;
const HISTORIES = 300;

const jobSchema = z.object({
  url: z.string(),
  bug: z.string().nullable(),
  seeds: z.array(z.number()),
});
type Job = z.infer<typeof jobSchema>;

const tallySchema = z.record(z.string(), z.number());
const reportSchema = z.object({
  tally: tallySchema,
  findings: z.array(z.string()),
  isLast: z.boolean(),
});

type Summary = { tally: Tally; findings: string[] };

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function bugNamed(name: string | null): Bug | null {
  if (name === null) return null;
  const bug = BUGS.find((known) => known.name === name);
  if (!bug)
    throw new Error(`No bug is called ${name}: ${BUGS.map((known) => known.name).join(', ')}`);
  return bug;
}

async function work({ url, bug, seeds }: Job, onProgress?: (summary: Summary) => void) {
  const database = openInstrumentedDatabase(url);
  const summaryOf = ({ tally, findings }: Proof): Summary => ({
    tally,
    findings: findings.map(formatFinding),
  });
  try {
    const proof = await prove({
      database,
      bug: bugNamed(bug),
      seeds,
      shrinkMs: bug === null ? SHRINK_MS : 0,
      findingsMax: bug === null ? FINDINGS_MAX : 1,
      onProgress: (soFar) => onProgress?.(summaryOf(soFar)),
    });
    return summaryOf(proof);
  } finally {
    await database.close();
  }
}

/** The worker process: receives its job from the parent and reports to it. */
async function runAsWorker(): Promise<number> {
  const job = await new Promise<Job>((resolve) => {
    process.once('message', (message) => resolve(jobSchema.parse(message)));
  });
  const summary = await work(job, (soFar) => process.send?.({ ...soFar, isLast: false }));
  process.send?.({ ...summary, isLast: true });
  process.disconnect();
  return 0;
}

/** Starts a worker process and collects its reports. */
function startWorker(job: Job, onProgress: (summary: Summary) => void): Promise<Summary> {
  return new Promise((resolve, reject) => {
    const child = fork(process.argv[1] ?? '', ['--worker']);
    let last: Summary | null = null;
    child.on('message', (message) => {
      const { tally, findings, isLast } = reportSchema.parse(message);
      const counted = { ...EMPTY_TALLY, ...tally };
      onProgress({ tally: counted, findings });
      if (isLast) last = { tally: counted, findings };
    });
    child.once('exit', (code) => {
      if (last) resolve(last);
      else reject(new Error(`a process of the simulation ended with ${code}`));
    });
    child.send(job);
  });
}

function describe({ tally, findings }: Summary, seconds: number): string {
  return [
    `${tally.histories} histories, ${tally.steps} steps, ${tally.points} points passed`,
    `${tally.crashes} crashes, ${tally.databaseErrors} database errors, ${tally.faults} faults of charges`,
    `${tally.charges} charges booked by the processors`,
    `${findings.length} violated histories in ${seconds.toFixed(0)} s`,
  ].join('\n');
}

/** Prints the progress, and every violated history at once. */
function progressOf(histories: number, count: number) {
  const summaries = Array.from(
    { length: count },
    (): Summary => ({ tally: EMPTY_TALLY, findings: [] }),
  );
  let shown = 0;
  return (index: number, summary: Summary): void => {
    const before = summaries[index]?.findings.length ?? 0;
    for (const finding of summary.findings.slice(before)) print(`\n${finding}`);
    summaries[index] = summary;
    const done = summaries.reduce((total, { tally }) => total + tally.histories, 0);
    if (done - shown < 100) return;
    shown = done;
    print(`… ${done} of ${histories}`);
  };
}

async function proveAll({ histories, seed }: { histories: number; seed: number }): Promise<number> {
  const count = Math.min(availableParallelism(), histories);
  const beganMs = performance.now();
  const watch = progressOf(histories, count);
  const summaries = await withDatabases(count, (urls) =>
    Promise.all(
      urls.map((url, index) => {
        const all = Array.from({ length: histories }, (_, offset) => seed + offset);
        const seeds = all.filter((_, offset) => offset % count === index);
        return startWorker({ url, bug: null, seeds }, (summary) => watch(index, summary));
      }),
    ),
  );
  const tally = summaries.map((summary) => summary.tally).reduce(sum, EMPTY_TALLY);
  const findings = summaries.flatMap((summary) => summary.findings);
  print(describe({ tally, findings }, (performance.now() - beganMs) / 1000));
  return findings.length > 0 ? 1 : 0;
}

/** Runs all bugs concurrently until each is caught; a bug that is not caught fails the proof. */
async function seekBugs(bugs: readonly Bug[], seed: number): Promise<number> {
  const seeds = Array.from({ length: BUG_HISTORIES }, (_, offset) => seed + offset);
  const seek = async ({ name }: Bug, url: string): Promise<boolean> => {
    const { tally, findings } = await work({ url, bug: name, seeds });
    const isCaught = findings.length > 0;
    print(`${name}: ${isCaught ? `caught after ${tally.histories} histories` : 'NOT CAUGHT'}`);
    if (isCaught && bugs.length === 1) print(`\n${findings[0]}`);
    return isCaught;
  };
  const caught = await withDatabases(bugs.length, (urls) =>
    Promise.all(bugs.map((bug, index) => seek(bug, urls[index] ?? ''))),
  );
  return caught.every(Boolean) ? 0 : 1;
}

export async function simulate(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      histories: { type: 'string', default: String(HISTORIES) },
      seed: { type: 'string', default: '1' },
      bug: { type: 'string' },
      worker: { type: 'boolean', default: false },
    },
  });
  if (values.worker) return runAsWorker();
  const seed = Number(values.seed);
  if (values.bug === 'all') return seekBugs(BUGS, seed);
  const bug = bugNamed(values.bug ?? null);
  if (bug) return seekBugs([bug], seed);
  return proveAll({ histories: Number(values.histories), seed });
}
