/**
 * The development server: the portal that production runs, on an embedded Postgres unless DATABASE_URL
 * is set, with demo companies when SEED_DEMO is on.
 */
import { join } from 'node:path';
import { systemClock } from '@quittance/server/clock';
import { startPortal } from '@quittance/server/composition';
import type { Config } from '@quittance/server/config';
import { openLog } from '@quittance/server/log';
import { runUntilStopped } from '@quittance/server/run-until-stopped';
import { openDatabase } from '@quittance/server/storage/database';
import { migrate } from '@quittance/server/storage/migrate';
import { openSealerOf } from '@quittance/server/storage/sealing-key';
import { readDevConfig, readServerConfig } from './config.ts';
import { startEmbeddedPostgres } from './postgres/embedded.ts';
import { seedWithLinks } from './seed/seed-with-links.ts';

async function seed(config: Config, sandboxUrl: string): Promise<void> {
  const { databaseUrl, dataDir, publicUrl } = config;
  await migrate(databaseUrl);
  const database = openDatabase({
    url: databaseUrl,
    connectionsMax: 1,
    onIdleError: () => undefined,
  });
  try {
    const path = join(dataDir, 'demo.json');
    const sealer = await openSealerOf({ database, clock: systemClock }, config);
    await seedWithLinks({ database, sealer, sandboxUrl, publicUrl, path });
  } finally {
    await database.close();
  }
}

runUntilStopped(async () => {
  const { dataDir, databaseUrl, logLevel, seedsDemo } = readDevConfig();
  const { log, sink } = openLog(logLevel);
  const postgres = databaseUrl
    ? { url: databaseUrl, stop: async () => undefined }
    : await startEmbeddedPostgres({
        dataDir,
        onProgress: (step) => log.info({ event: 'postgres.progress' }, step),
      });
  try {
    const config = readServerConfig({ url: postgres.url, isEmbedded: databaseUrl === null });
    const { sandboxUrl } = config;
    if (seedsDemo && sandboxUrl) await seed(config, sandboxUrl);
    const portal = await startPortal(config, log, sink);
    const stop = () => portal.stop().finally(() => postgres.stop());
    return { portal: { stop }, log };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
});
