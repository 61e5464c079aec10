/**
 * `quittance serve`: a supervisor, and the server processes that it starts with the same command line. Each process
 * checks the installation itself, so that a reload with a wrong setting or missing migrations changes nothing.
 */
import cluster from 'node:cluster';
import { findSetupLink } from '../identity/set-up.ts';
import { systemClock } from '../kernel/clock.ts';
import type { Config } from '../kernel/config.ts';
import { openLog } from '../kernel/log.ts';
import { collectProcessMetrics } from '../platform/observability/process-metrics.ts';
import { startProcesses } from '../platform/observability/supervisor.ts';
import { findSealer } from '../platform/sealing/sealing-key.ts';
import { checkBeforeStart, withDatabase } from './installation/before-start.ts';
import { untilStopped } from './run-until-stopped.ts';

/** The server processes stop first. Each has 25 seconds. */
const STOP_MS_MAX = 28_000;

async function supervise(config: Config, processes: number): Promise<number> {
  const { log } = openLog(config.logLevel, 'supervisor');
  collectProcessMetrics();
  return untilStopped(async () => {
    const running = await startProcesses(processes, log);
    process.on('SIGHUP', () => void running.reload());
    return { portal: running, log };
  }, STOP_MS_MAX);
}

/** Only the supervisor reloads on SIGHUP, but closing a terminal sends the signal to every process. */
async function serveOne(config: Config): Promise<number> {
  process.on('SIGHUP', () => undefined);
  // Loaded lazily because the supervisor does not need it.
  const { startPortal } = await import('./composition.ts');
  const { log, sink } = openLog(config.logLevel, config.role);
  return untilStopped(async () => {
    const portal = await startPortal(config, log, { sink });
    if (config.role !== 'worker' && (cluster.worker?.id ?? 1) === 1) await printSetupLink(config);
    return { portal, log };
  });
}

/** Printed and not logged, because anyone with the link can create the first company. */
async function printSetupLink(config: Config): Promise<void> {
  const link = await withDatabase(config, async (database) => {
    const sealer = await findSealer(database, config);
    if (!sealer) return null;
    const { publicUrl } = config;
    return findSetupLink({ database, publicUrl, sealer, now: systemClock.now() });
  });
  if (link)
    process.stdout.write(`\nThere is no company yet. Create the first one here:\n\n  ${link}\n\n`);
}

export type ServeOptions = { processes: number; allowsHttp: boolean };

export async function serve(
  config: Config,
  { processes, allowsHttp }: ServeOptions,
): Promise<never> {
  const wanted = { ...config, processes, migrates: false };
  const checked = await checkBeforeStart(wanted, { allowsHttp });
  const code = cluster.isPrimary
    ? await supervise(wanted, processes)
    : await serveOne({ ...wanted, ...checked });
  process.exit(code);
}
