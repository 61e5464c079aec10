/** Reads that are sent together (ADR 0055) are isolated by company and consistent with each other. */
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Scope, Tx } from '../../../src/platform/database/database.ts';
import { openDatabase } from '../../../src/platform/database/database.ts';
import { useDatabase } from '../../database.ts';
import { fillEveryTable } from '../../rows/every-table.ts';
import { readSqlState } from '../../rows/refused-by.ts';
import { forFile } from '../../world/for-file.ts';

const READ_ONLY_TRANSACTION = '25006';

const fresh = useDatabase();
const harbor = forFile(() => fillEveryTable(fresh.database, 'harbor'));
const summit = forFile(() => fillEveryTable(fresh.database, 'summit'));

async function readCompanies(tx: Tx): Promise<string[]> {
  const { rows } = await tx.execute<{ company_id: string }>(sql`select company_id from invoices`);
  return [...new Set(rows.map((row) => row.company_id))];
}

const read = <Result>(scope: Scope, work: (tx: Tx) => Promise<Result>) =>
  fresh.database.readForCompany(scope, work);

describe('Reads that are sent together', () => {
  it('batched reads see only rows of their company, even after another company used the connection', async () => {
    const scopes = Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? harbor : summit));
    const seen = await Promise.all(
      scopes.map(({ companyId }) =>
        read({ companyId }, (tx) => Promise.all([readCompanies(tx), readCompanies(tx)])),
      ),
    );
    expect(seen).toEqual(scopes.map(({ companyId }) => [[companyId], [companyId]]));
  });

  it('batched reads cannot write', async () => {
    const { companyId } = harbor;
    const writing = read({ companyId }, (tx) =>
      tx.execute(sql`update invoices set product_name = 'another'`),
    );
    expect(await readSqlState(writing)).toBe(READ_ONLY_TRANSACTION);
  });

  it('batched reads see one snapshot, whatever other transactions write in between', async () => {
    const { companyId } = harbor;
    const readCount = async (tx: Tx) =>
      (await tx.execute<{ sum: string }>(sql`select sum(version) from invoices`)).rows;
    const [before, after] = await read({ companyId }, async (tx) => {
      const first = await readCount(tx);
      await fresh.database.pool.query('update invoices set version = version + 1');
      return [first, await readCount(tx)];
    });
    expect(after).toEqual(before);
  });

  it('batched reads return nothing when their transaction did not begin', async () => {
    // The cast is needed because Postgres refuses this scope: `begin` fails, although the read after it would
    // succeed.
    const companyId = '\0' as Scope['companyId'];
    const reading = read({ companyId }, () => Promise.resolve('seen'));
    await expect(reading).rejects.toThrow();
    const { companyId: own } = harbor;
    expect(await read({ companyId: own }, readCompanies)).toEqual([own]);
  });

  it('batched reads fail with the error of the failed statement and leave the connection usable', async () => {
    const database = openDatabase({
      url: fresh.url,
      connectionsMax: 1,
      onIdleError: () => undefined,
    });
    const { companyId } = harbor;
    const failing = database.readForCompany({ companyId }, (tx) =>
      Promise.all([readCompanies(tx), tx.execute(sql`select 1 / 0`), readCompanies(tx)]),
    );
    expect(await readSqlState(failing)).toBe('22012');
    expect(await database.readForCompany({ companyId }, readCompanies)).toEqual([companyId]);
    await database.close();
  });

  it('a single statement of a company sees only its own rows, even on a reused connection', async () => {
    const scopes = Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? harbor : summit));
    const seen = await Promise.all(
      scopes.map(({ companyId, maya: { customerId } }) =>
        fresh.database.readAloneInCompany({ companyId, customerId }, async (tx) => {
          const { rows } = await tx.execute(sql`select distinct customer_id from invoices`);
          return rows;
        }),
      ),
    );
    expect(seen).toEqual(scopes.map(({ maya }) => [{ customer_id: maya.customerId }]));
  });

  it('a single statement of a company cannot write', async () => {
    const { companyId } = harbor;
    const writing = fresh.database.readAloneInCompany({ companyId }, (tx) =>
      tx.execute(sql`update invoices set product_name = 'another'`),
    );
    expect(await readSqlState(writing)).toBe(READ_ONLY_TRANSACTION);
  });

  it('a single statement returns nothing when its scope could not be set', async () => {
    // The cast is needed because Postgres refuses this scope, and the next statement would run in the previous
    // scope.
    const companyId = '\0' as Scope['companyId'];
    const reading = fresh.database.readAloneInCompany({ companyId }, readCompanies);
    await expect(reading).rejects.toThrow();
  });

  it('a single statement across companies needs no transaction', async () => {
    const seen = await fresh.database.readAlone(readCompanies);
    expect(seen.sort()).toEqual([harbor.companyId, summit.companyId].sort());
  });
});
