/** The key that seals a database's secrets is checked at every start. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { startPortal } from '../../src/composition.ts';
import { readConfig } from '../../src/config.ts';
import { systemEntropy } from '../../src/entropy.ts';
import { createLog } from '../../src/log.ts';
import { createSealer } from '../../src/storage/seal.ts';
import { openSealerOf } from '../../src/storage/sealing-key.ts';
import { type FreshDatabase, freshDatabase } from '../database.ts';
import { addCompany } from '../world/company.ts';
import { newMerchant } from '../world/merchant.ts';

let fresh: FreshDatabase;
let dataDir: string;

beforeEach(async () => {
  fresh = await freshDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'quittance-key-'));
});
afterEach(async () => {
  await fresh.drop();
  rmSync(dataDir, { recursive: true });
});

const open = (secretKey: string | null, folder = dataDir) =>
  openSealerOf({ database: fresh.database, clock: systemClock }, { secretKey, dataDir: folder });
const newKey = () => randomBytes(32).toString('base64');

describe('The sealing key', () => {
  it('opens at every later start what was sealed at the first', async () => {
    const sealed = (await open(null)).seal('a secret', 'here');
    expect((await open(null)).open(sealed, 'here')).toBe('a secret');
  });

  it('that is not the one of the first start is refused, wherever it comes from', async () => {
    await open(newKey());
    await expect(open(newKey())).rejects.toThrow(
      'The sealing key in SECRET_KEY is not the key of this database',
    );
  });

  it('that is missing is not replaced by a new one once there are secrets', async () => {
    await open(null);
    const elsewhere = join(dataDir, 'another-folder');
    await expect(open(null, elsewhere)).rejects.toThrow('The sealing key is missing');
    expect(existsSync(elsewhere)).toBe(false);
  });

  it('is compared with the secrets of a database from before there was a check value', async () => {
    const sealer = createSealer(randomBytes(32));
    const setting = { ...fresh, sealer, clock: systemClock, entropy: systemEntropy };
    await addCompany(setting, newMerchant('payengine'));
    await expect(open(newKey())).rejects.toThrow('is not the key of this database');
    await expect(open(null)).rejects.toThrow('The sealing key is missing');
  });

  it('is one for two processes that start together with different ones', async () => {
    const starts = await Promise.allSettled([open(newKey()), open(newKey())]);
    expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('keeps the portal from starting when it is wrong', async () => {
    await open(newKey());
    const environment = { DATABASE_URL: fresh.url, DATA_DIR: dataDir, SECRET_KEY: newKey() };
    const log = createLog('silent', { write: () => undefined });
    await expect(startPortal(readConfig(environment), log)).rejects.toThrow(
      'The sealing key in SECRET_KEY is not the key of this database',
    );
  });
});
