/** The development server: a portal on an embedded Postgres, or on DATABASE_URL where it is set. */
import { openLog } from '@quittance/server/log';
import { runUntilStopped } from '@quittance/server/run-until-stopped';
import { readDevConfig, readServerConfig } from './config.ts';
import { startEmbeddedPostgres } from './postgres/embedded.ts';

runUntilStopped(async () => {
  const { dataDir, databaseUrl, logLevel, seedsDemo } = readDevConfig();
  const { log, sink } = openLog(logLevel);
  const starting = databaseUrl
    ? { url: databaseUrl, stop: async () => undefined }
    : startEmbeddedPostgres({
        dataDir,
        onProgress: (step) => log.info({ event: 'postgres.progress' }, step),
      });
  const [postgres, { startDemoPortal }] = await Promise.all([starting, import('./demo-portal.ts')]);
  try {
    const config = readServerConfig({ url: postgres.url, isEmbedded: databaseUrl === null });
    const portal = await startDemoPortal({ config, seedsDemo, log, sink });
    const stop = () => portal.stop().finally(() => postgres.stop());
    return { portal: { stop }, log };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
});
