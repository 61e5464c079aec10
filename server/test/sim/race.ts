/**
 * Runs processes at once and yet in one order: before every statement and call each waits for its
 * turn, and the schedule decides who goes on. One that Postgres keeps waiting for a lock is passed
 * over until it is free, so the same schedule gives the same history.
 */
import type { Database } from '../../src/storage/database.ts';
import { isBlocked } from './instrumented-database.ts';
import { type Process, runAs } from './process.ts';

type Runner = {
  process: Process;
  isDone: boolean;
  goOn: (() => void) | null;
  /** Told when it waits for its turn or is done. */
  onQuiet: () => void;
};

/** Longer than an ordinary statement takes; after it Postgres is asked whether it waits for a lock. */
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

/** Until it waits for its turn, is done, or waits for somebody else's lock. */
async function untilQuiet(database: Pick<Database, 'pool'>, runner: Runner): Promise<void> {
  while (!isQuiet(runner)) {
    await nextSign(runner);
    const { backendPid } = runner.process;
    if (isQuiet(runner) || backendPid === null) continue;
    if (await isBlocked(database, backendPid)) return;
  }
}

/**
 * Until nobody moves: one that waited for a lock may have got it from the statement of another, which
 * was still on its way when the first was looked at.
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
    // What each draws from the seed before its first step, it draws in this order.
    await untilQuiet(database, runner);
  }
  while (runners.some(({ isDone }) => !isDone)) {
    await untilStill(database, runners);
    const ready = runners.filter(({ goOn }) => goOn !== null);
    ready[choose() % Math.max(ready.length, 1)]?.goOn?.();
  }
}
