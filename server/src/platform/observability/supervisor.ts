/**
 * Runs several server processes on one port (ADR 0065). The supervisor only accepts connections and distributes
 * them in turn. It replaces a process that ends, replaces all processes one by one on a reload, and stops them
 * together.
 */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Logger } from 'pino';
import { monotonicMs, wait } from '../../kernel/clock.ts';
import { HEAP_FLAGS } from '../process/heap-flags.ts';

/** Sent to a process that has been replaced. The process lets its clients finish and then exits. */
export const RETIRE = 'retire';

/**
 * A process that has run at least this long is replaced immediately. Otherwise the delay before the next start
 * doubles.
 */
const STEADY_MS = 5000;
const PAUSE_MS = 1000;
const PAUSE_MS_MAX = 30_000;

export type Processes = {
  stop(): Promise<void>;
  /** Runs at most one extra process. Stops early if a new process fails to start. */
  reload(): Promise<void>;
};

class ProcessNotStarted extends Error {
  override name = 'ProcessNotStarted';
}

/** Resolves when the process accepts requests. If it fails, the reason is in its own log. */
async function untilListening(worker: Worker): Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  try {
    const isListening = await Promise.race([
      once(worker, 'listening', { signal }).then(() => true),
      once(worker, 'exit', { signal }).then(() => false),
    ]);
    if (!isListening) throw new ProcessNotStarted('a server process ended before it was ready');
  } finally {
    ending.abort();
  }
}

async function ended(worker: Worker): Promise<void> {
  if (!worker.isDead()) await once(worker, 'exit');
}

async function stopProcess(worker: Worker): Promise<void> {
  worker.process.kill('SIGTERM');
  await ended(worker);
}

async function retireProcess(worker: Worker): Promise<void> {
  // A message cannot be sent to a process that has just died.
  if (worker.isConnected()) worker.send(RETIRE);
  await ended(worker);
}

/** Delays between restarts of processes that end in quick succession: none, 1 s, 2 s, 4 s, up to half a minute. */
function createBackoff() {
  let failures = 0;
  return {
    pauseMs(livedMs: number): number {
      failures = livedMs >= STEADY_MS ? 0 : failures + 1;
      return failures === 0 ? 0 : Math.min(PAUSE_MS * 2 ** (failures - 1), PAUSE_MS_MAX);
    },
  };
}

function createProcesses(count: number, log: Logger) {
  cluster.setupPrimary({ execArgv: [...process.execArgv, ...HEAP_FLAGS] });
  /** Includes processes that are starting or retiring. */
  const workers = new Set<Worker>();
  const serving = new Set<Worker>();
  const leaving = new Set<Worker>();
  const backoff = createBackoff();
  let isStopping = false;

  async function startProcess(): Promise<void> {
    const startedMs = monotonicMs();
    const worker = cluster.fork();
    workers.add(worker);
    worker.once('exit', () => workers.delete(worker));
    await untilListening(worker);
    serving.add(worker);
    worker.once('exit', (code: number, signal: string) => {
      if (!serving.delete(worker) || isStopping) return;
      const { pid } = worker.process;
      log.error(
        { event: 'process.restarted', pid, code, signal },
        'a server process ended and is restarted',
      );
      if (!leaving.delete(worker)) void replace(monotonicMs() - startedMs);
    });
  }

  async function replace(livedMs: number): Promise<void> {
    let pauseMs = backoff.pauseMs(livedMs);
    for (let isStarted = false; !isStarted && !isStopping; pauseMs = backoff.pauseMs(0)) {
      await wait(pauseMs);
      if (isStopping) return;
      isStarted = await startProcess().then(
        () => true,
        () => false,
      );
    }
  }

  /**
   * Returns false if the new process did not start. The old one then continues, or is replaced if it has died in
   * the meantime.
   */
  async function replaceInService(old: Worker): Promise<boolean> {
    leaving.add(old);
    const isStarted = await startProcess().then(
      () => true,
      () => false,
    );
    const hasDied = !leaving.delete(old);
    if (isStarted && serving.delete(old)) await retireProcess(old);
    if (!isStarted && hasDied && !isStopping) void replace(0);
    return isStarted;
  }

  async function reloadEach(): Promise<void> {
    log.info({ event: 'reload.started', processes: serving.size }, 'processes are replaced');
    for (const old of [...serving]) {
      // Checked because the process may have died and been replaced in the meantime.
      if (!serving.has(old)) continue;
      const isReplaced = await replaceInService(old);
      if (isStopping) return;
      if (isReplaced) continue;
      const left = 'a new process did not start; those that are left go on';
      log.error({ event: 'reload.failed' }, left);
      return;
    }
    log.info({ event: 'reload.completed', processes: serving.size }, 'processes were replaced');
  }

  return {
    async start(): Promise<void> {
      await Promise.all(Array.from({ length: count }, startProcess));
    },
    reloadEach,
    async stop(): Promise<void> {
      isStopping = true;
      await Promise.all([...workers].map(stopProcess));
    },
  };
}

/** Fails if any process does not start. */
export async function startProcesses(count: number, log: Logger): Promise<Processes> {
  const processes = createProcesses(count, log);
  try {
    await processes.start();
  } catch (error) {
    await processes.stop();
    throw error;
  }
  let reloading: Promise<void> | null = null;
  let isAskedAgain = false;

  /** Another release may have been deployed while the processes were being replaced. */
  async function reloadUntilCurrent(): Promise<void> {
    do {
      isAskedAgain = false;
      await processes.reloadEach();
    } while (isAskedAgain);
    reloading = null;
  }

  return {
    stop: processes.stop,
    reload() {
      isAskedAgain = reloading !== null;
      reloading ??= reloadUntilCurrent();
      return reloading;
    },
  };
}
