/**
 * Several server processes on one port (ADR 0065). The supervisor accepts connections and hands them out in turn; it
 * does nothing else. It restarts a process that ends, and stops all of them together.
 */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Logger } from 'pino';
import { wait } from '../clock.ts';

/** So that a process that cannot start does not keep the machine busy. */
const RESTART_MS = 1000;

class ProcessNotStarted extends Error {
  override name = 'ProcessNotStarted';
}

/** Resolves when the process accepts requests. Its own log says why it did not. */
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

async function stopProcess(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const ended = once(worker, 'exit');
  worker.process.kill('SIGTERM');
  await ended;
}

/** One after the other: the first one migrates the database. The start fails if one of them does not start. */
export async function startProcesses(
  count: number,
  log: Logger,
): Promise<{ stop(): Promise<void> }> {
  /** Those that start included. */
  const workers = new Set<Worker>();
  let isStopping = false;

  async function startProcess(): Promise<void> {
    const worker = cluster.fork();
    workers.add(worker);
    worker.once('exit', () => workers.delete(worker));
    await untilListening(worker);
    worker.once('exit', (code, signal) => void restart({ pid: worker.process.pid, code, signal }));
  }

  async function restart(ended: { pid: number | undefined; code: number; signal: string }) {
    if (isStopping) return;
    log.error({ event: 'process.restarted', ...ended }, 'a server process ended and is restarted');
    for (let isStarted = false; !isStarted && !isStopping; ) {
      await wait(RESTART_MS);
      if (isStopping) return;
      isStarted = await startProcess().then(
        () => true,
        () => false,
      );
    }
  }

  const stop = async () => {
    isStopping = true;
    await Promise.all([...workers].map(stopProcess));
  };
  try {
    for (let started = 0; started < count; started += 1) await startProcess();
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}
