/**
 * Runs processes at once and yet in one order: before every statement and call each waits for its
 * turn, and the schedule decides who goes on. One that Postgres keeps waiting for a lock is passed
 * over until it is free, so the same schedule gives the same history.
 */
import { performance } from 'node:perf_hooks';
import type { Database } from '../../src/storage/database.ts';
import { isBlocked } from './instrumented-database.ts';
import { type Process, runAs } from './process.ts';

type Runner = { process: Process; isDone: boolean; goOn: (() => void) | null };

/** Longer than an ordinary statement takes; after it Postgres is asked whether it waits for a lock. */
const PATIENCE_MS = 3;

const nextTick = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Until it waits for its turn, is done, or waits for somebody else's lock. */
async function untilQuiet(database: Pick<Database, 'pool'>, runner: Runner): Promise<void> {
  let askedAtMs = performance.now();
  while (!runner.isDone && !runner.goOn) {
    await nextTick();
    if (performance.now() - askedAtMs < PATIENCE_MS) continue;
    const { backendPid } = runner.process;
    if (backendPid !== null && (await isBlocked(database, backendPid))) return;
    askedAtMs = performance.now();
  }
}

function start(process: Process, work: () => Promise<void>): Runner {
  const runner: Runner = { process, isDone: false, goOn: null };
  process.turn = () =>
    new Promise((resolve) => {
      runner.goOn = () => {
        runner.goOn = null;
        resolve();
      };
    });
  const finish = () => {
    runner.isDone = true;
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
  const runners = contenders.map(({ process, work }) => start(process, work));
  while (runners.some(({ isDone }) => !isDone)) {
    for (const runner of runners) await untilQuiet(database, runner);
    const ready = runners.filter(({ goOn }) => goOn !== null);
    ready[choose() % Math.max(ready.length, 1)]?.goOn?.();
  }
}
