/** The time to check an imported row must not grow with the number of previous rows. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { isoDate } from '@quittance/contract/dates';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isFullRun } from '../../../../domain/test/full-run.ts';
import { readBatches } from '../../../src/exchange/import/read-batches.ts';
import { type ImportWorld, importWorld } from './import-world.ts';

const ROWS = 5000;
const MILLION = 1_000_000;
const HEADER = 'accountRef,customerRef,productName,total,dueDate';

let world: ImportWorld;

beforeAll(async () => {
  world = await importWorld();
});
afterAll(() => world.end());

async function entriesRead(table: string): Promise<{ written: number; read: number }> {
  const [row] = await world.query(
    `select t.n_tup_ins::int as written, (select sum(idx_tup_read) from pg_stat_user_indexes i
       where i.relid = t.relid)::int as read
     from pg_stat_user_tables t where relname = $1`,
    [table],
  );
  return row;
}

it.runIf(isFullRun)(
  'an import reads only a few entries per row, even with statistics from nearly empty tables',
  async () => {
    const customers = Array.from({ length: ROWS }, (_, n) => `A-${n},Ada,Pine,ada${n}@example.com`);
    const names = 'customerRef,firstName,lastName,email';
    await world.load(['customers', 'c.csv'], `${names}\nA-one,Ada,Pine,ada@example.com\n`);
    await world.load(['customers', 'c.csv'], [names, ...customers].join('\n'));
    await world.load(['invoices', 'i.csv'], `${HEADER}\nI-one,A-one,Oar,10.00,2099-01-01\n`);
    await world.query('analyze invoices');
    const invoices = Array.from({ length: ROWS }, (_, n) => `I-${n},A-${n},Oar,10.00,2099-01-01`);
    const report = await world.load(['invoices', 'i.csv'], [HEADER, ...invoices].join('\n'));
    expect(report).toMatchObject({ added: ROWS, refused: 0 });
    for (const table of ['customers', 'invoices']) {
      // Postgres reports the statistics of a connection some time after it has ended.
      const written = async () => (await entriesRead(table)).written;
      await expect.poll(written).toBe(ROWS + 1);
      expect((await entriesRead(table)).read / ROWS).toBeLessThan(100);
    }
  },
  120_000,
);

it.runIf(isFullRun)(
  'an import compares thousands of equal keys about as fast as different keys',
  async () => {
    const names = 'customerRef,firstName,lastName';
    const load = async (keyOf: (n: number) => string) => {
      const rows = Array.from({ length: 9900 }, (_, n) => `${keyOf(n)},Ada,Pine`);
      const beganMs = performance.now();
      const text = [names, ...rows].join('\n');
      const { added } = await world.load(['customers', 'k.csv'], text, '--dry-run');
      return { added, ms: performance.now() - beganMs };
    };
    await load((n) => `W-${n}`);
    const different = await load((n) => `K-${n}`);
    const equal = await load((n) => `K-${n % 4950}`);
    expect([different.added, equal.added]).toEqual([9900, 4950]);
    expect(equal.ms / different.ms).toBeLessThan(2.5);
  },
  120_000,
);

it.runIf(isFullRun)(
  'a file of a million rows is read to its end',
  async () => {
    const source = join(world.folder, 'million.csv');
    const together = 10_000;
    const file = createWriteStream(source);
    file.write(`${HEADER}\n`);
    for (let first = 0; first < MILLION; first += together) {
      const rows = Array.from(
        { length: together },
        (_, n) => `I-${first + n},A-1,Oar,1.00,2099-01-01`,
      );
      if (!file.write(`${rows.join('\n')}\n`)) await once(file, 'drain');
    }
    file.end();
    await once(file, 'finish');
    const read = { kind: 'invoices', format: 'csv', source, map: [], sheet: undefined } as const;
    const detected = { encoding: 'auto', delimiter: 'auto', decimal: 'auto' } as const;
    const today = isoDate('2026-11-18');
    const order = { ...read, ...detected, dateFormat: 'YYYY-MM-DD', today, rowsMax: MILLION };
    let counted = 0;
    for await (const batch of readBatches(order)) {
      if ('refusal' in batch) throw new Error(batch.refusal.message);
      counted += batch.count;
    }
    expect(counted).toBe(MILLION);
  },
  300_000,
);
