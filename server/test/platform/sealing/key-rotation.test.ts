/**
 * Rotation of the sealing key without downtime (R54, ADR 0081): every value is resealed while two processes, one
 * with the old key first and one with the new key first, continue to read and write.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { companyIdSchema } from '@quittance/contract/ids';
import pino from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { sampled } from '../../../../domain/test/full-run.ts';
import { systemClock } from '../../../src/kernel/clock.ts';
import { listKeys, readTurn } from '../../../src/platform/sealing/key-use.ts';
import { resealValues } from '../../../src/platform/sealing/reseal-values.ts';
import { type Sealer, sealContext } from '../../../src/platform/sealing/seal.ts';
import { nameOfColumn, SEALED_COLUMNS } from '../../../src/platform/sealing/sealed-values.ts';
import { openSealer } from '../../../src/platform/sealing/sealing-key.ts';
import { useDatabase } from '../../database.ts';
import { fillEveryTable, type SmallCompany } from '../../rows/every-table.ts';
import { commandLine } from '../../world/command-line.ts';

let harbor: SmallCompany;
const [OLD, NEW] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];

const open = (secretKey: string) =>
  openSealer({ database: fresh.database, clock: systemClock }, { secretKey, dataDir: '/unused' });
const toDeps = (sealer: Sealer) => ({
  database: fresh.database,
  sealer,
  log: pino({ level: 'silent' }),
});

const query = async (text: string, values: unknown[] = []) =>
  (await fresh.database.pool.query(text, values)).rows;

const fresh = useDatabase();

beforeAll(async () => {
  // Must run before the tables are filled, because those rows have unsealed secrets.
  await open(OLD);
  harbor = await fillEveryTable(fresh.database, 'harbor');
});

/** Writes one value to each sealed column, using the same context as the product. */
async function sealEveryColumn(sealer: Sealer): Promise<void> {
  for (const { table, value, set, key, also = {}, contextOf } of SEALED_COLUMNS) {
    const shown = [
      ...Object.keys(key).map((name) => `${name}::text`),
      ...Object.entries(also).map(([name, text]) => `${text} as ${name}`),
    ];
    if (table === 'outbox') {
      await query(`update outbox set topic = 'mail', payload =
        jsonb_build_object('customerId', '${harbor.maya.customerId}', 'secretSealed', '')`);
    }
    for (const row of await query(`select ${shown.join(', ')} from ${table}`)) {
      const where = Object.keys(key).map((name, index) => `${name} = $${index + 2}`);
      await query(
        `update ${table} set ${set.replace('$', '$1::text')} where ${where.join(' and ')}`,
        [sealer.seal(`secret of ${value}`, contextOf(row)), ...Object.keys(key).map((k) => row[k])],
      );
    }
  }
}

async function openEveryColumn(sealer: Sealer): Promise<number> {
  let count = 0;
  for (const { table, value, key, also = {}, contextOf } of SEALED_COLUMNS) {
    const shown = [
      ...Object.keys(key).map((name) => `${name}::text`),
      ...Object.entries(also).map(([name, text]) => `${text} as ${name}`),
    ];
    const rows = await query(
      `select ${shown.join(', ')}, ${value} as sealed from ${table} where ${value} is not null`,
    );
    for (const row of rows) {
      expect(sealer.open(row.sealed, contextOf(row))).toContain('secret');
      count += 1;
    }
  }
  return count;
}

describe('Rotating the sealing key (ADR 0081)', () => {
  it('the list of sealed values has every sealed column of the schema', async () => {
    const columns = await query(
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and column_name like '%\\_sealed' order by 1`,
    );
    const listed = SEALED_COLUMNS.map(nameOfColumn).filter((name) => !name.startsWith('outbox'));
    expect(columns.map(({ name }) => name)).toEqual(listed.sort());
  });

  it('values stay readable for two active processes during a rotation and end up under the new key', async () => {
    const old = await open(OLD);
    await sealEveryColumn(old);
    const total = await openEveryColumn(old);
    expect(total).toBeGreaterThan(SEALED_COLUMNS.length);
    const [before, after] = [await open(`${OLD},${NEW}`), await open(`${NEW},${OLD}`)];
    const writes = { count: 0, isOver: false };

    /** Replaces secrets as `secrets set` does, and reads what the other process wrote. */
    const work = async (sealer: Sealer) => {
      const companyId = companyIdSchema.parse(harbor.companyId);
      const context = sealContext.processorKey(companyId);
      while (!writes.isOver) {
        const [row] = await query(
          'select processor_key_sealed as sealed from company_secrets where company_id = $1',
          [companyId],
        );
        const plain = sealer.open(row?.sealed, context);
        expect(plain).toMatch(/secret/);
        writes.count += 1;
        await query('update company_secrets set processor_key_sealed = $2 where company_id = $1', [
          companyId,
          sealer.seal(`secret ${writes.count}`, context),
        ]);
        await query(
          `insert into provider_calls (company_id, key, request_hash, answer_sealed, created_at)
           values ($1, $2, 'hash', $3, now())`,
          [
            companyId,
            String(writes.count) + sealer.keyId,
            sealCall(sealer, companyId, writes.count),
          ],
        );
      }
    };
    const working = [work(before), work(after)];
    for (let round = 0; round < sampled({ sample: 5, full: 50 }); round += 1)
      await resealValues(toDeps(after));
    writes.isOver = true;
    await Promise.all(working);
    expect(writes.count).toBeGreaterThan(10);

    // The old process has ended. The last values it wrote are resealed too.
    await resealValues(toDeps(after), { recount: true });
    const all = await openEveryColumn(after);
    expect(all).toBe(total + writes.count);
    expect(await listKeys(toDeps(after))).toEqual([
      { key: old.keyId, state: 'opens', values: 0 },
      { key: after.keyId, state: 'seals', values: all },
    ]);
    expect(await readTurn(toDeps(after))).toEqual({ isOurs: true, leftCount: 0 });
  });

  it('a process with the old key listed first does not seal new values with that key', async () => {
    const before = await open(`${OLD},${NEW}`);
    const after = await open(`${NEW},${OLD}`);
    expect(await resealValues(toDeps(before), { recount: true })).toBe(0);
    // A command with the old key first does not change the servers' active key either.
    await commandLine(fresh.url, { SECRET_KEY: `${OLD},${NEW}` })(['secrets', 'keys']);
    expect(await readTurn(toDeps(after))).toMatchObject({ isOurs: true });
  });

  it('a value that no key opens is reported, and the other values are sealed again', async () => {
    const after = await open(`${NEW},${OLD}`);
    await query(
      `insert into provider_calls (company_id, key, request_hash, answer_sealed, created_at)
       values ($1, 'broken', 'hash', 'v2.00000000.AAAA', now())`,
      [harbor.companyId],
    );
    const lines: string[] = [];
    const log = pino({ level: 'error' }, { write: (line: string) => lines.push(line) });
    await resealValues({ ...toDeps(after), log }, { recount: true });
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        event: 'sealing_key.unreadable',
        column: 'provider_calls.answer_sealed',
        count: 1,
      }),
    ]);
    await query(`delete from provider_calls where key = 'broken'`);
  });

  it('a key in use cannot be dropped, and a dropped key can be removed', async () => {
    const [old, after] = [await open(`${OLD},${NEW}`), await open(`${NEW},${OLD}`)];
    const run = commandLine(fresh.url, { SECRET_KEY: `${NEW},${OLD}` });
    const companyId = companyIdSchema.parse(harbor.companyId);
    const late = randomUUID();
    await query(
      `insert into provider_calls (company_id, key, request_hash, answer_sealed, created_at)
       values ($1, $2, 'hash', $3, now())`,
      [companyId, late, old.seal('late', sealContext.providerCall({ companyId, key: late }))],
    );
    expect((await run(['secrets', 'keys'])).out).toMatch(new RegExp(`${old.keyId} +opens +1`));
    expect(await run(['secrets', 'drop', old.keyId])).toMatchObject({
      code: 1,
      err: expect.stringContaining('is still in use: 1 values are left'),
    });
    expect((await run(['secrets', 'drop', after.keyId])).err).toContain('is the one that seals');
    expect((await run(['secrets', 'drop', 'ffffffff'])).err).toContain('There is no sealing key');
    await resealValues(toDeps(after), { recount: true });
    expect(await run(['secrets', 'drop', old.keyId])).toMatchObject({ code: 0 });
    const without = commandLine(fresh.url, { SECRET_KEY: NEW });
    expect((await without(['secrets', 'keys'])).out).toMatch(
      new RegExp(`${old.keyId} +dropped +0`),
    );
    const wrong = commandLine(fresh.url, { SECRET_KEY: randomBytes(32).toString('base64') });
    expect((await wrong(['secrets', 'keys'])).err).toMatch(
      /^The sealing key in SECRET_KEY is not the key of this database: .*\n$/,
    );
  });
});

function sealCall(sealer: Sealer, companyId: SmallCompany['companyId'], count: number): string {
  const key = String(count) + sealer.keyId;
  return sealer.seal(`secret ${count}`, sealContext.providerCall({ companyId, key }));
}
