/** The production entry point. The development server with an embedded Postgres is in `dev`. */
import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import { startPortal } from './composition.ts';
import { readConfig } from './config.ts';
import { openLog } from './log.ts';
import { startProcesses } from './operations/supervisor.ts';
import { runUntilStopped } from './run-until-stopped.ts';

runUntilStopped(async () => {
  const config = readConfig();
  const processes = config.processes ?? availableParallelism();
  const { log, sink } = openLog(config.logLevel);
  const isSupervisor = cluster.isPrimary && processes > 1;
  const portal = isSupervisor
    ? await startProcesses(processes, log)
    : await startPortal({ ...config, processes }, log, sink);
  return { portal, log };
});
