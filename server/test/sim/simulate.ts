/**
 * The command line of the proof: distributes the seeds, or the seeded bugs, over one process per core,
 * each with its own database, and prints a summary. Started by `scripts/sim.mjs`.
 */
import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { BUGS, bugNamed } from './bugs/all.ts';
import type { Bug } from './bugs/bug.ts';
import { withDatabases } from './databases.ts';
import { sum } from './prove.ts';
import { EMPTY_TALLY } from './run-history.ts';
import type { Summary } from './work.ts';
import { runAsWorker, startWorker } from './worker.ts';

const BUG_HISTORIES = 500;
const HISTORIES = 300;

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function describe({ tally, findings }: Summary, seconds: number): string {
  return [
    `${tally.histories} histories, ${tally.steps} steps, ${tally.points} points passed`,
    `${tally.crashes} crashes, ${tally.stalls} stalls, ${tally.databaseErrors} database errors, ${tally.faults} faults of charges`,
    `${tally.charges} charges, ${tally.refunds} refunds and ${tally.disputes} disputes booked by the processors`,
    `${findings.length} violated histories in ${seconds.toFixed(0)} s`,
  ].join('\n');
}

function toProgress(histories: number, count: number) {
  const summaries = Array.from(
    { length: count },
    (): Summary => ({ tally: EMPTY_TALLY, findings: [] }),
  );
  let shown = 0;
  return (index: number, summary: Summary): void => {
    const before = summaries[index]?.findings.length ?? 0;
    for (const { text } of summary.findings.slice(before)) print(`\n${text}`);
    summaries[index] = summary;
    const done = summaries.reduce((total, { tally }) => total + tally.histories, 0);
    if (done - shown < 100) return;
    shown = done;
    print(`… ${done} of ${histories}`);
  };
}

function seedsFrom(seed: number, count: number): number[] {
  return Array.from({ length: count }, (_, offset) => seed + offset);
}

async function proveAll({ histories, seed }: { histories: number; seed: number }): Promise<number> {
  const count = Math.min(availableParallelism(), histories);
  const beganMs = performance.now();
  const watch = toProgress(histories, count);
  const summaries = await withDatabases(count, (urls) =>
    Promise.all(
      urls.map(async (url, index) => {
        const seeds = seedsFrom(seed, histories).filter((_, offset) => offset % count === index);
        const worker = startWorker();
        const onProgress = (summary: Summary) => watch(index, summary);
        const summary = await worker.run({ url, bug: null, seeds }, onProgress);
        worker.end();
        return summary;
      }),
    ),
  );
  const tally = summaries.map((summary) => summary.tally).reduce(sum, EMPTY_TALLY);
  const findings = summaries.flatMap((summary) => summary.findings);
  print(describe({ tally, findings }, (performance.now() - beganMs) / 1000));
  return findings.length > 0 ? 1 : 0;
}

function toRow({ name, mistake }: Bug, { tally, findings: [first] }: Summary): string {
  const caught = first ? `${tally.histories}, ${first.invariant}` : 'NOT CAUGHT';
  return `| \`${name}\` | ${mistake} | ${caught} |`;
}

async function seekBugs(bugs: readonly Bug[], seeds: readonly number[]): Promise<number> {
  const waiting = [...bugs.entries()];
  const rows: string[] = [];
  let caught = 0;
  const seek = async (urls: readonly string[]): Promise<void> => {
    const worker = startWorker();
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, bug] = next;
      const summary = await worker.run({
        url: urls[index] ?? '',
        bug: bug.name,
        seeds: [...seeds],
      });
      caught += summary.findings.length > 0 ? 1 : 0;
      rows[index] = toRow(bug, summary);
      print(rows[index]);
      if (bugs.length === 1) print(`\n${summary.findings[0]?.text ?? ''}`);
    }
    worker.end();
  };
  await withDatabases(bugs.length, (urls) =>
    Promise.all(Array.from({ length: availableParallelism() }, () => seek(urls))),
  );
  if (bugs.length > 1) print(`\n${rows.join('\n')}`);
  print(`${caught} of ${bugs.length} seeded bugs caught`);
  return caught === bugs.length ? 0 : 1;
}

export async function simulate(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      histories: { type: 'string' },
      seed: { type: 'string', default: '1' },
      bug: { type: 'string' },
      worker: { type: 'boolean', default: false },
    },
  });
  if (values.worker) return runAsWorker();
  const seed = Number(values.seed);
  if (!values.bug) return proveAll({ histories: Number(values.histories ?? HISTORIES), seed });
  const bugs = values.bug === 'all' ? BUGS : values.bug.split(',').map(bugNamed);
  return seekBugs(bugs, seedsFrom(seed, Number(values.histories ?? BUG_HISTORIES)));
}
