/**
 * Runs the pumps, plus graphile-worker on the same Postgres for scheduled jobs, with one runner per lane. A process
 * whose clock is wrong runs jobs, but no schedules: a schedule that ran in the future would not run until then. A runner
 * that loses its database connection ends and is restarted until stop() is called. Stopping lets running jobs
 * finish.
 */
import {
  type ParsedCronItem,
  parseCronItems,
  type Runner,
  run,
  type TaskList,
  Logger as WorkerLogger,
} from 'graphile-worker';
import { repeatEvery, wait } from '../../kernel/clock.ts';
import type { Deps } from '../../kernel/deps.ts';
import { JOB_LIST, type LaneName } from '../../kernel/jobs.ts';
import { type BorrowedPool, borrowPool } from '../../platform/database/borrowed-pool.ts';
import { isClockTrue } from './check-clock.ts';
import type { Outlets, Worker } from './task-pump.ts';
import { pumpsFor, tasksFor } from './tasks.ts';

/** No backfill is needed: each sweep finds everything that is due, so the first run catches up. */
const NO_BACKFILL = { backfillPeriod: 0 } as const;

const CLOCK_TABLE: ParsedCronItem[] = parseCronItems(
  JOB_LIST.flatMap(({ name: task, at = [] }) =>
    at.map((schedule) => ({ task, options: NO_BACKFILL, ...schedule })),
  ),
);

type Lane = { name: LaneName; slots: number };

const LANES: readonly Lane[] = [
  // A job runs at most once at a time, so with a slot per job none waits for another.
  { name: 'sweeps', slots: JOB_LIST.filter(({ lane }) => lane === 'sweeps').length + 1 },
  { name: 'nightly', slots: 1 },
];

/** Queued jobs wake their runner. Polling is needed only for jobs scheduled to run later. */
const POLL_MS = 10_000;
const RESTART_MS = 500;

/**
 * Job results are stored without delay. By default, the queue stores them in a promise that nothing awaits, so that
 * a connection lost at that moment ends the process with an unhandled rejection.
 */
const IMMEDIATE_BATCHES = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } } as const;

function workerLogger({ log }: Pick<Deps, 'log'>): WorkerLogger {
  return new WorkerLogger(() => (level, message) => {
    if (level === 'error') log.error({ event: 'job_queue.error' }, message);
    else if (level === 'warning') log.warn({ event: 'job_queue.warning' }, message);
  });
}

type LaneAssignment = {
  taskList: TaskList;
  lane: Lane;
  borrowed: BorrowedPool;
  isClockTrue: boolean;
};

/**
 * The queue remembers the last run of a schedule. If a process whose clock was ahead wrote it, no process would run
 * the schedule until that time.
 */
async function forgetFutureRuns({ pool }: BorrowedPool): Promise<void> {
  await pool.query(`update graphile_worker._private_known_crontabs set last_execution = now()
    where last_execution > now() + interval '1 hour'`);
}

async function startRunner(
  deps: Deps,
  { taskList, lane, borrowed, isClockTrue: isScheduling }: LaneAssignment,
): Promise<Runner> {
  const jobs = JOB_LIST.filter((job) => job.lane === lane.name);
  const isOfLane = ({ task }: { task: string }) => jobs.some(({ name }) => name === task);
  const runner = await run({
    pgPool: borrowed.pool,
    taskList: Object.fromEntries(Object.entries(taskList).filter(([task]) => isOfLane({ task }))),
    parsedCronItems: isScheduling ? CLOCK_TABLE.filter(isOfLane) : [],
    concurrency: lane.slots,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    logger: workerLogger(deps),
    preset: IMMEDIATE_BATCHES,
  });
  try {
    if (isScheduling) await forgetFutureRuns(borrowed);
    for (const { name, atStart } of jobs) {
      if (atStart) await runner.addJob(name, atStart, { jobKey: name });
    }
    return runner;
  } catch (error) {
    runner.stop().catch(() => undefined);
    throw error;
  }
}

const CLOCK_CHECK_MS = 60_000;

/** Stops the runner when the clock becomes wrong or right, so that it is started again without or with schedules. */
function stopWhenClockChanges(deps: Deps, runner: Runner, wasTrue: boolean) {
  const check = async (): Promise<void> => {
    if ((await isClockTrue(deps)) !== wasTrue) await runner.stop();
  };
  return repeatEvery(CLOCK_CHECK_MS, () => void check().catch(() => undefined));
}

/**
 * Resolves when a runner has stopped or can no longer store the results of its jobs. In the second case, the
 * runner's stop() may never resolve, so it is not awaited.
 */
async function untilStopped(runner: Runner): Promise<void> {
  const isBroken = new Promise<void>((resolve) => {
    runner.events.once('pool:fatalError', () => resolve());
  });
  await Promise.race([runner.promise, isBroken]);
  runner.stop().catch(() => undefined);
}

function startLane(deps: Deps, taskList: TaskList, lane: Lane): Worker {
  let isStopping = false;
  let runner: Runner | null = null;
  const supervise = async (): Promise<void> => {
    while (!isStopping) {
      const borrowed = borrowPool(deps.database.pool);
      try {
        const isTrue = await isClockTrue(deps);
        runner = await startRunner(deps, { taskList, lane, borrowed, isClockTrue: isTrue });
        const checking = stopWhenClockChanges(deps, runner, isTrue);
        // stop() was called during startup, before there was a runner to stop.
        if (isStopping) void runner.stop();
        await untilStopped(runner).finally(checking.stop);
      } catch (error) {
        deps.log.error(
          { event: 'worker.restarted', lane: lane.name, err: error },
          'the worker ended and is restarted',
        );
      } finally {
        borrowed.close();
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

export function startWorker(deps: Deps, outlets: Outlets): Worker {
  const taskList = tasksFor(deps, outlets);
  const lanes = LANES.map((lane) => startLane(deps, taskList, lane));
  const pumps = pumpsFor(deps, outlets);
  deps.database.onWork((task, companies) => pumps.get(task)?.wake(companies));
  return {
    isRunning: () => lanes.every((lane) => lane.isRunning()),
    async stop() {
      await Promise.all([...lanes, ...pumps.values()].map((part) => part.stop()));
    },
  };
}
