/**
 * graphile-worker on the same Postgres. When the database goes away the runner ends; it is started
 * again until it is told to stop, and a stop lets running jobs finish.
 */
import { type Runner, run, Logger as WorkerLogger } from 'graphile-worker';
import { wait } from '../clock.ts';
import type { Deps } from '../deps.ts';
import { AT_START, CLOCK_TABLE } from './clock-table.ts';
import { type Outlets, tasksFor } from './tasks.ts';

const CONCURRENCY = 4;
const POLL_MS = 1000;
const RESTART_MS = 500;

/**
 * How a job's end is noted. Left alone, the queue does that in a promise nobody holds, and a database
 * that goes away at that moment takes the whole process with it; as batches, even of one, it is told.
 */
const NOTED_AT_ONCE = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } } as const;

export type Worker = { isRunning(): boolean; stop(): Promise<void> };

/** The queue's own chatter stays out of our log; its troubles do not. */
function workerLogger({ log }: Pick<Deps, 'log'>): WorkerLogger {
  return new WorkerLogger(() => (level, message) => {
    if (level === 'error') log.error({ event: 'job_queue.error' }, message);
    else if (level === 'warning') log.warn({ event: 'job_queue.warning' }, message);
  });
}

async function startRunner(deps: Deps, outlets: Outlets): Promise<Runner> {
  const runner = await run({
    pgPool: deps.database.pool,
    taskList: tasksFor(deps, outlets),
    parsedCronItems: CLOCK_TABLE,
    concurrency: CONCURRENCY,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    logger: workerLogger(deps),
    preset: NOTED_AT_ONCE,
  });
  try {
    for (const task of AT_START) await runner.addJob(task, {}, { jobKey: task });
    return runner;
  } catch (error) {
    runner.stop().catch(() => undefined);
    throw error;
  }
}

/**
 * When a runner has stopped or can no longer note what became of its jobs. In the second case it
 * means to stop too, but may wait for ever for what it could not note: nobody waits for it.
 */
async function endOf(runner: Runner): Promise<void> {
  const isBroken = new Promise<void>((resolve) => {
    runner.events.once('pool:fatalError', () => resolve());
  });
  await Promise.race([runner.promise, isBroken]);
  runner.stop().catch(() => undefined);
}

export function startWorker(deps: Deps, outlets: Outlets): Worker {
  let isStopping = false;
  let runner: Runner | null = null;
  const supervise = async (): Promise<void> => {
    while (!isStopping) {
      try {
        runner = await startRunner(deps, outlets);
        await endOf(runner);
      } catch (error) {
        deps.log.error(
          { event: 'worker.restarted', err: error },
          'the worker failed and is restarted',
        );
      }
      runner = null;
      if (!isStopping) await wait(RESTART_MS);
    }
  };
  const supervision = supervise();
  return {
    isRunning: () => runner !== null,
    async stop() {
      isStopping = true;
      await runner?.stop();
      await supervision;
    },
  };
}
