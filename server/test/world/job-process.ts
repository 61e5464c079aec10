/** Runs one job of the portal in a separate process, on a world's database and with its sandbox. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { JobOrder } from './job-main.ts';
import type { World } from './world.ts';

const PROGRAM = fileURLToPath(new URL('./job-main.ts', import.meta.url));
const LOADER = new URL('../../../scripts/typescript-loader.mjs', import.meta.url).href;
const REGISTER = `data:text/javascript,import { register } from 'node:module'; register('${LOADER}');`;

/** The job's clock is fixed at the world's time when it starts. */
export function startJob({ deps, sandbox, sealingKey }: World, job: JobOrder['job']): ChildProcess {
  const { connectionString = '' } = deps.database.pool.options;
  const order: JobOrder = {
    job,
    databaseUrl: connectionString,
    key: Buffer.from(sealingKey).toString('base64'),
    at: deps.clock.now(),
    baseUrls: sandbox.baseUrls,
  };
  return spawn(process.execPath, ['--import', REGISTER, PROGRAM, JSON.stringify(order)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}
