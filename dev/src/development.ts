/**
 * Runs an embedded Postgres (or uses DATABASE_URL), the portal's processes and the playground. It loads few modules
 * itself, so that it can quickly replace a process that dies.
 */

import { runUntilStopped } from '@quittance/server/app/run-until-stopped';
import { openLog } from '@quittance/server/kernel/log';
import { type DevConfig, readDevConfig } from './config.ts';
import { readMovedMs } from './playground/moved-time.ts';
import type { PortalProcesses } from './portal/portal-processes.ts';
import { startEmbeddedPostgres } from './postgres/embedded.ts';

type RunningProcess = { stop(): Promise<void> };

async function openPlaygroundFor(
  config: DevConfig,
  portal: PortalProcesses,
): Promise<RunningProcess> {
  const { playground, dataDir, databaseUrl } = config;
  if (!playground) return { stop: async () => undefined };
  const { openPlayground } = await import('./playground/open-playground.ts');
  return openPlayground({ ...playground, dataDir, canReset: databaseUrl === null }, portal);
}

async function start(portal: PortalProcesses) {
  const config = readDevConfig();
  const { dataDir, databaseUrl, logLevel } = config;
  const { log } = openLog(logLevel, 'development');
  portal.setLog(log);
  const postgres = databaseUrl
    ? { url: databaseUrl, stop: async () => undefined }
    : await startEmbeddedPostgres({
        dataDir,
        onProgress: (step) => log.info({ event: 'postgres.progress' }, step),
      }).catch(async (error: unknown) => {
        await portal.stop();
        throw error;
      });
  try {
    const place = { databaseUrl: postgres.url, isEmbedded: databaseUrl === null };
    const started = portal.start(place, readMovedMs(dataDir));
    const [playground] = await Promise.all([openPlaygroundFor(config, portal), started]);
    const stop = async () => {
      await playground.stop();
      await portal.stop();
      await postgres.stop();
    };
    return { portal: { stop }, log };
  } catch (error) {
    await portal.stop();
    await postgres.stop();
    throw error;
  }
}

export function runDevelopment(portal: PortalProcesses): void {
  runUntilStopped(() => start(portal));
}
