/**
 * The production portal with a movable clock and, if SEED_DEMO is on, demo companies. It is loaded while Postgres
 * starts, because both take about a second.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Portal, startPortal } from '@quittance/server/app/composition';
import { findSetupLink } from '@quittance/server/identity/set-up';
import type { Clock } from '@quittance/server/kernel/clock';
import type { Config } from '@quittance/server/kernel/config';
import { inRepository } from '@quittance/server/kernel/folders';
import type { openLog } from '@quittance/server/kernel/log';
import { openDatabase } from '@quittance/server/platform/database/database';
import { migrate, OlderDatabase } from '@quittance/server/platform/database/migrate';
import { openSealer } from '@quittance/server/platform/sealing/sealing-key';
import { seedWithLinks } from './seed/seed-with-links.ts';

type Preparation = { config: Config; seedsDemo: boolean; hasHistory: boolean; clock: Clock };

/** Seeds the demo companies, or writes the link with which the first company is created. `npm start` prints both. */
async function prepare({ config, seedsDemo, hasHistory, clock }: Preparation): Promise<void> {
  const { databaseUrl, dataDir, publicUrl } = config;
  await migrate(databaseUrl);
  const database = openDatabase({
    url: databaseUrl,
    connectionsMax: 1,
    onIdleError: () => undefined,
  });
  try {
    const sealer = await openSealer({ database, clock }, config);
    const deps = { database, sealer, clock, publicUrl };
    const { sandboxUrl } = config;
    if (seedsDemo && sandboxUrl)
      await seedWithLinks({ ...deps, sandboxUrl, hasHistory, path: join(dataDir, 'demo.json') });
    const link = await findSetupLink({ ...deps, now: clock.now() });
    const linkPath = join(dataDir, 'setup-link');
    if (link === null) await rm(linkPath, { force: true });
    else await writeFile(linkPath, link, { mode: 0o600 });
  } finally {
    await database.close();
  }
}

type Start = ReturnType<typeof openLog> & {
  config: Config;
  seedsDemo: boolean;
  hasHistory: boolean;
  isEmbedded: boolean;
  clock: Clock;
};

async function startSeeded(start: Start): Promise<Portal> {
  const { config, seedsDemo, hasHistory, clock, log, sink } = start;
  if (config.role === 'web') await prepare({ config, seedsDemo, hasHistory, clock });
  const tryIt = await readFile(inRepository('dev/dist/try-it/try-it.js'), 'utf8');
  return startPortal(config, log, { sink, clock, tryIt });
}

export async function startDemoPortal(start: Start): Promise<Portal> {
  try {
    return await startSeeded(start);
  } catch (error) {
    if (!(start.isEmbedded && error instanceof OlderDatabase)) throw error;
    throw new OlderDatabase(
      `The data folder ${start.config.dataDir} was made by an older version and cannot be migrated to this one: delete it and start again.`,
    );
  }
}
