/**
 * The portal that production runs, with demo companies when SEED_DEMO is on. Loaded while Postgres starts: both take
 * about a second.
 */
import { join } from 'node:path';
import { systemClock } from '@quittance/server/clock';
import { type Portal, startPortal } from '@quittance/server/composition';
import type { Config } from '@quittance/server/config';
import type { openLog } from '@quittance/server/log';
import { openDatabase } from '@quittance/server/storage/database';
import { migrate } from '@quittance/server/storage/migrate';
import { openSealerOf } from '@quittance/server/storage/sealing/sealing-key';
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

type Start = ReturnType<typeof openLog> & { config: Config; seedsDemo: boolean };

export async function startDemoPortal({ config, seedsDemo, log, sink }: Start): Promise<Portal> {
  const { sandboxUrl } = config;
  if (seedsDemo && sandboxUrl) await seed(config, sandboxUrl);
  return startPortal(config, log, sink);
}
