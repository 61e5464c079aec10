/** Exports are read from the standby, and everything else from the primary (docs/scale.md). */
import { companyIdSchema } from '@quittance/contract/ids';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemEntropy } from '../../../src/kernel/entropy.ts';
import { type Database, openDatabase } from '../../../src/platform/database/database.ts';
import { type FreshDatabase, freshDatabase } from '../../database.ts';

const companyId = companyIdSchema.parse(systemEntropy.uuid());
const COMPANY = { companyId, asProvider: true } as const;
const SNAPSHOT = { ...COMPANY, isSnapshot: true } as const;
const NOT_THERE = 'postgres://127.0.0.1:1/standby';

let primary: FreshDatabase;
let standby: FreshDatabase;
const opened: Database[] = [];

beforeAll(async () => {
  [primary, standby] = await Promise.all([freshDatabase(), freshDatabase()]);
});
afterAll(async () => {
  for (const database of opened) await database.close();
  await primary.drop();
  await standby.drop();
});

const toName = (url: string) => new URL(url).pathname.slice(1);

function openWith(replicaUrl: string) {
  const lost: string[] = [];
  const database = openDatabase({
    url: primary.url,
    replicaUrl,
    connectionsMax: 2,
    onIdleError: ({ message }) => lost.push(message),
  });
  opened.push(database);
  const readServerAddress = (scope: typeof COMPANY | typeof SNAPSHOT) =>
    database.inCompany(scope, async (tx) => {
      const { rows } = await tx.execute<{ name: string }>('select current_database() as name');
      return rows[0]?.name;
    });
  return { readServerAddress, lost };
}

describe('A standby', () => {
  it('a standby is used for snapshots only', async () => {
    const { readServerAddress } = openWith(standby.url);
    expect(await readServerAddress(SNAPSHOT)).toBe(toName(standby.url));
    expect(await readServerAddress(COMPANY)).toBe(toName(primary.url));
  });

  it('the primary database is used when the standby is unavailable', async () => {
    const { readServerAddress, lost } = openWith(NOT_THERE);
    expect(await readServerAddress(SNAPSHOT)).toBe(toName(primary.url));
    expect(lost).toHaveLength(1);
  });
});
