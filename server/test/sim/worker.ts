/** A process of the simulation: receives jobs one after another and reports on each. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Job, jobSchema, type Summary, summarySchema, work, workMutated } from './work.ts';

const PROGRAM = fileURLToPath(new URL('../../../scripts/sim.mjs', import.meta.url));

const reportSchema = z.object({ summary: summarySchema, isLast: z.boolean() });

export async function runAsWorker(): Promise<number> {
  const report = (summary: Summary, isLast: boolean) => process.send?.({ summary, isLast });
  const take = async (message: unknown): Promise<void> => {
    const job = jobSchema.parse(message);
    const run = job.bug === null ? work : workMutated;
    report(await run(job, (soFar) => report(soFar, false)), true);
  };
  let taken = Promise.resolve();
  process.on('message', (message) => {
    taken = taken.then(() => take(message));
    taken.catch(() => process.exit(1));
  });
  await new Promise<void>((resolve) => {
    process.once('disconnect', resolve);
  });
  return 0;
}

export type Worker = ReturnType<typeof startWorker>;

export function startWorker() {
  const child = fork(PROGRAM, ['--worker'], { execArgv: [] });
  return {
    run(job: Job, onProgress?: (summary: Summary) => void): Promise<Summary> {
      return new Promise((resolve, reject) => {
        if (!child.connected) throw new Error('the process of the simulation ended before');
        const onExit = (code: number | null) =>
          reject(new Error(`a process of the simulation ended with ${code}`));
        const listen = (message: unknown) => {
          const { summary, isLast } = reportSchema.parse(message);
          onProgress?.(summary);
          if (!isLast) return;
          child.off('message', listen);
          child.off('exit', onExit);
          resolve(summary);
        };
        child.on('message', listen);
        child.once('exit', onExit);
        child.send(job);
      });
    },
    end(): void {
      child.disconnect();
    },
  };
}
