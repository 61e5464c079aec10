/** The key that seals a database's secrets is checked at every start. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startPortal } from '../../../src/app/composition.ts';
import { systemClock } from '../../../src/kernel/clock.ts';
import { readConfig } from '../../../src/kernel/config.ts';
import { systemEntropy } from '../../../src/kernel/entropy.ts';
import { createLog } from '../../../src/kernel/log.ts';
import { dropKey } from '../../../src/platform/sealing/key-use.ts';
import { createSealer } from '../../../src/platform/sealing/seal.ts';
import { openSealer } from '../../../src/platform/sealing/sealing-key.ts';
import { type FreshDatabase, freshDatabase } from '../../database.ts';
import { addCompany } from '../../world/company.ts';
import { newMerchant } from '../../world/merchant.ts';

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
  openSealer({ database: fresh.database, clock: systemClock }, { secretKey, dataDir: folder });
/** The check value of a key of 32 bytes of value 7. */
const CHECKED_BEFORE_IDS = 'v1.sEgEj-gjKD0utr7AxGtLWIuIiKPLOFusawvaSfeFeTqbLKt2Ww';
const newKey = () => randomBytes(32).toString('base64');

describe('The sealing key', () => {
  it('the sealing key opens values from the first start at every later start', async () => {
    const sealed = (await open(null)).seal('a secret', 'here');
    expect((await open(null)).open(sealed, 'here')).toBe('a secret');
  });

  it('a sealing key that differs from the key of the first start is refused, whatever its source', async () => {
    await open(newKey());
    await expect(open(newKey())).rejects.toThrow(
      'The sealing key in SECRET_KEY is not the key of this database',
    );
  });

  it('a missing sealing key is not replaced by a new one when secrets exist', async () => {
    await open(null);
    const elsewhere = join(dataDir, 'another-folder');
    await expect(open(null, elsewhere)).rejects.toThrow('The sealing key is missing');
    expect(existsSync(elsewhere)).toBe(false);
  });

  it('a sealing key without an id is identified by the values that it opens in an old database', async () => {
    const key = Buffer.alloc(32, 7).toString('base64');
    await fresh.database.pool.query(
      'insert into sealing_key_check (id, sealed, created_at) values (1, $1, now())',
      [CHECKED_BEFORE_IDS],
    );
    await expect(open(newKey())).rejects.toThrow('is not the key of this database');
    const { keyId } = await open(key);
    const { rows } = await fresh.database.pool.query('select id, key_id from sealing_key_check');
    expect(rows).toEqual([{ id: 1, key_id: keyId }]);
  });

  it('an added sealing key is registered, and every registered key is required until it is dropped', async () => {
    const [older, newer] = [newKey(), newKey()];
    const before = await open(older);
    const sealed = before.seal('a secret', 'here');
    await open(`${older},${newer}`);
    expect((await open(`${newer},${older}`)).open(sealed, 'here')).toBe('a secret');
    await expect(open(newer)).rejects.toThrow(
      `The sealing key ${before.keyId} is missing in SECRET_KEY`,
    );
  });

  it('a dropped sealing key may be missing and no longer seals', async () => {
    const [older, newer] = [newKey(), newKey()];
    const { keyId } = await open(older);
    await open(`${newer},${older}`);
    await dropKey({ database: fresh.database, clock: systemClock }, keyId);
    await expect(open(`${older},${newer}`)).rejects.toThrow(`${keyId}, was dropped`);
    expect((await open(`${newer},${older}`)).keyIds).toContain(keyId);
    expect((await open(newer)).keyIds).not.toContain(keyId);
  });

  it('a sealing key is compared with the secrets of a database that has no check value', async () => {
    const sealer = createSealer(randomBytes(32));
    const setting = { ...fresh, sealer, clock: systemClock, entropy: systemEntropy };
    await addCompany(setting, newMerchant('payengine'));
    await expect(open(newKey())).rejects.toThrow('is not the key of this database');
    await expect(open(null)).rejects.toThrow('The sealing key is missing');
  });

  it('two processes that start concurrently with different sealing keys end up with one key', async () => {
    const starts = await Promise.allSettled([open(newKey()), open(newKey())]);
    expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('a wrong sealing key prevents the portal from starting', async () => {
    await open(newKey());
    const environment = { DATABASE_URL: fresh.url, DATA_DIR: dataDir, SECRET_KEY: newKey() };
    const log = createLog('silent', { write: () => undefined });
    await expect(startPortal(readConfig(environment), log)).rejects.toThrow(
      'The sealing key in SECRET_KEY is not the key of this database',
    );
  });
});
