/**
 * Interleaves concurrent processes in a reproducible order: each waits for its turn before every
 * statement and call, and the schedule picks the next. A process that waits for a Postgres lock is
 * skipped until it has the lock, so the same schedule gives the same history.
 */
import type { Database } from '../../src/platform/database/database.ts';
import { isBlocked } from './instrumented-database.ts';
import { type Process, runAs } from './process.ts';

type Runner = {
  process: Process;
  isDone: boolean;
  goOn: (() => void) | null;
  onQuiet: () => void;
};

/** Longer than an ordinary statement takes. After this time, Postgres is queried for a lock wait. */
const PATIENCE_MS = 5;

function isQuiet({ isDone, goOn }: Runner): boolean {
  return isDone || goOn !== null;
}

function nextSign(runner: Runner): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, PATIENCE_MS);
    runner.onQuiet = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

/** Resolves when the process waits for its turn or for a lock of another process, or is done. */
async function untilQuiet(database: Pick<Database, 'pool'>, runner: Runner): Promise<void> {
  while (!isQuiet(runner)) {
    await nextSign(runner);
    const { backendPid } = runner.process;
    if (isQuiet(runner) || backendPid === null) continue;
    if (await isBlocked(database, backendPid)) return;
  }
}

/**
 * Resolves when no process makes progress. A process that waited for a lock may get it from a
 * statement that was still running when the process was checked.
 */
async function untilStill(database: Pick<Database, 'pool'>, runners: readonly Runner[]) {
  let quietBefore = -1;
  for (;;) {
    for (const runner of runners) await untilQuiet(database, runner);
    const quiet = runners.filter(isQuiet).length;
    if (quiet === quietBefore) return;
    quietBefore = quiet;
  }
}

function start(process: Process, work: () => Promise<void>): Runner {
  const runner: Runner = { process, isDone: false, goOn: null, onQuiet: () => undefined };
  process.turn = () =>
    new Promise((resolve) => {
      runner.goOn = () => {
        runner.goOn = null;
        resolve();
      };
      runner.onQuiet();
    });
  const finish = () => {
    runner.isDone = true;
    runner.onQuiet();
  };
  runAs(process, work).then(finish, finish);
  return runner;
}

export type Contender = { process: Process; work: () => Promise<void> };

export async function race(
  database: Pick<Database, 'pool'>,
  contenders: readonly Contender[],
  choose: () => number,
): Promise<void> {
  const runners: Runner[] = [];
  for (const { process, work } of contenders) {
    const runner = start(process, work);
    runners.push(runner);
    // Each process draws from the seed before its first operation, so this wait fixes the order of the draws.
    await untilQuiet(database, runner);
  }
  while (runners.some(({ isDone }) => !isDone)) {
    await untilStill(database, runners);
    const ready = runners.filter(({ goOn }) => goOn !== null);
    ready[choose() % Math.max(ready.length, 1)]?.goOn?.();
  }
}
