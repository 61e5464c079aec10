/**
 * The production portal with a movable clock and, if SEED_DEMO is on, demo companies. It is loaded while Postgres
 * starts, because both take about a second.
 */
import { join } from 'node:path';
import { type Portal, startPortal } from '@quittance/server/app/composition';
import type { Clock } from '@quittance/server/kernel/clock';
import type { Config } from '@quittance/server/kernel/config';
import type { openLog } from '@quittance/server/kernel/log';
import { openDatabase } from '@quittance/server/platform/database/database';
import { migrate, OlderDatabase } from '@quittance/server/platform/database/migrate';
import { openSealer } from '@quittance/server/platform/sealing/sealing-key';
import { seedWithLinks } from './seed/seed-with-links.ts';

type DemoSetup = { config: Config; sandboxUrl: string; clock: Clock };

async function seed({ config, sandboxUrl, clock }: DemoSetup): Promise<void> {
  const { databaseUrl, dataDir, publicUrl } = config;
  await migrate(databaseUrl);
  const database = openDatabase({
    url: databaseUrl,
    connectionsMax: 1,
    onIdleError: () => undefined,
  });
  try {
    const path = join(dataDir, 'demo.json');
    const sealer = await openSealer({ database, clock }, config);
    await seedWithLinks({ database, sealer, clock, sandboxUrl, publicUrl, path });
  } finally {
    await database.close();
  }
}

type Start = ReturnType<typeof openLog> & {
  config: Config;
  seedsDemo: boolean;
  isEmbedded: boolean;
  clock: Clock;
};

async function startSeeded(start: Start): Promise<Portal> {
  const { config, seedsDemo, clock, log, sink } = start;
  const { sandboxUrl } = config;
  if (seedsDemo && sandboxUrl) await seed({ config, sandboxUrl, clock });
  return startPortal(config, log, { sink, clock });
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
