/** Runs `npm start` on a data folder from before the baseline, which cannot be migrated to this version. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@quittance/server/kernel/clock';
import { openLog } from '@quittance/server/kernel/log';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../server/test/database.ts';
import { readServerConfig } from '../src/config.ts';
import { startDemoPortal } from '../src/demo-portal.ts';

const DATA_DIR = join(tmpdir(), 'older');

let older: FreshDatabase;

beforeEach(async () => {
  older = await freshDatabase();
  await older.database.pool.query(
    `update drizzle.__drizzle_migrations set hash = 'older', created_at = created_at - 1`,
  );
});
afterEach(() => older.drop());

const start = (isEmbedded: boolean) =>
  startDemoPortal({
    config: readServerConfig({ url: older.url, isEmbedded }, { DATA_DIR }),
    seedsDemo: false,
    hasHistory: false,
    isEmbedded,
    clock: systemClock,
    ...openLog('silent', 'development'),
  });

it('a data folder from an older version is refused with an error that names the folder', async () => {
  await expect(start(true)).rejects.toThrow(
    `The data folder ${DATA_DIR} was made by an older version and cannot be migrated to this one: delete it`,
  );
});

it('a DATABASE_URL database from an older version is refused, and the data folder stays unused', async () => {
  await expect(start(false)).rejects.toThrow(/^The database was made by an older version/);
});
