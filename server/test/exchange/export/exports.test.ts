/** A company exports everything that it owns, and nothing that is secret or belongs to another company. */
import { EXPORT_KINDS, type ExportKind } from '@quittance/contract/exchange/export-schemas';
import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportCompany } from '../../../src/exchange/export/export-company.ts';
import { exportStream } from '../../../src/exchange/export/export-stream.ts';
import { EXPORTS, LEFT_OUT, NOT_EXPORTED } from '../../../src/exchange/export/export-tables.ts';
import { fixedClock } from '../../../src/kernel/clock.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import { type FreshDatabase, freshDatabase } from '../../database.ts';
import { fillEveryTable, type SmallCompany } from '../../rows/every-table.ts';
import type { TestCompany } from '../../world/company.ts';
import { createProvider } from '../../world/provider-client.ts';
import { openWorld, START, type World } from '../../world/world.ts';

type Row = Record<string, unknown>;

const parsed = (lines: string): Row[] =>
  lines
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

async function exported(database: Database, companyId: SmallCompany['companyId']) {
  const texts = new Map<ExportKind, string>();
  await exportCompany(
    { database, clock: fixedClock(START) },
    {
      companyId,
      actor: 'test',
      async write({ kind, lines }) {
        texts.set(kind, (texts.get(kind) ?? '') + lines);
      },
    },
  );
  return (kind: ExportKind) => parsed(texts.get(kind) ?? '');
}

const tables = Object.values(EXPORTS).flatMap(({ table, parts = [] }): PgTable[] => [
  table,
  ...parts.map((part) => part.table),
]);

describe('The export of a company', () => {
  let fresh: FreshDatabase;
  let harbor: SmallCompany;
  let other: SmallCompany;

  beforeAll(async () => {
    fresh = await freshDatabase();
    harbor = await fillEveryTable(fresh.database, 'harbor');
    other = await fillEveryTable(fresh.database, 'summit');
  });
  afterAll(() => fresh.drop());

  it('an export contains every table of a company or states the reason for an omission', async () => {
    const { rows } = await fresh.database.pool.query<{ name: string }>(
      `select table_name as name from information_schema.columns
       where table_schema = 'public' and column_name = 'company_id' order by 1`,
    );
    const known = [...tables.map(getTableName), ...Object.keys(NOT_EXPORTED)];
    expect(known.toSorted()).toEqual(rows.map(({ name }) => name));
  });

  it('an export has no column with a secret, a hash, a digest or a token', () => {
    const columns = tables.flatMap((table) => Object.keys(getTableColumns(table)));
    const shown = columns.filter((name) => !LEFT_OUT.includes(name));
    expect(shown.length).toBeGreaterThan(150);
    expect(shown.filter((name) => /hash|sealed|secret|token|identity/i.test(name))).toEqual([]);
    expect(LEFT_OUT.filter((name) => !columns.includes(name))).toEqual([]);
  });

  it('an export contains every row of the company and no row of another company', async () => {
    const exportedRows = await exported(fresh.database, harbor.companyId);
    for (const kind of EXPORT_KINDS) {
      const rows = exportedRows(kind);
      const { rows: counted } = await fresh.database.pool.query<{ count: number }>(
        `select count(*)::int as count from ${getTableName(EXPORTS[kind].table)}
         where company_id = $1`,
        [harbor.companyId],
      );
      expect([kind, rows.length]).toEqual([kind, counted[0]?.count]);
      expect(rows.length).toBeGreaterThan(0);
      const text = JSON.stringify(rows);
      for (const id of [other.companyId, other.maya.customerId, other.maya.invoiceId]) {
        expect(text).not.toContain(id);
      }
    }
    expect(exportedRows('invoices')[0]).toMatchObject({
      lines: [{ text: 'line', quantity: 1 }],
    });
    expect(exportedRows('plans')[0]).toMatchObject({ installments: [{ index: 1 }] });
    expect(exportedRows('payments')).toContainEqual(
      expect.objectContaining({ timeline: [expect.objectContaining({ toState: 'FAILED' })] }),
    );
    expect(exportedRows('methods')[0]).toMatchObject({ last4: '4242', kind: 'card' });
    expect(exportedRows('methods')[0]).not.toHaveProperty('tokenSealed');
  });
});

describe('An export through the API', () => {
  let world: World;
  let company: TestCompany;

  beforeAll(async () => {
    world = await openWorld();
    company = await world.company();
  });
  afterAll(() => world.close());

  it('an export has one line per object, and its sums equal those of the ledger', async () => {
    const call = await createProvider(world, company);
    const invoice = await world.invoice(company);
    await world.payer(company, invoice).pay();
    await world.invoice(company, { totalCents: 777 });
    const read = async (kind: ExportKind) => {
      const { headers, body } = await call('GET', `/exports/${kind}`);
      expect(headers.get('content-type')).toBe('application/x-ndjson');
      return parsed(body);
    };
    const sum = (rows: readonly Row[], name: string) =>
      rows.reduce((total, row) => total + Number(row[name]), 0);
    const invoices = await read('invoices');
    expect([sum(invoices, 'total'), sum(invoices, 'paid')]).toEqual([10_777, 10_000]);
    const postings = await read('postings');
    const received = postings.filter(({ source }) => String(source).startsWith('receivable:'));
    expect(sum(received, 'amount')).toBe(10_000);
    expect(sum(postings, 'amount')).toBe(10_330);
    const payments = await read('payments');
    expect(sum(payments, 'amount') + sum(payments, 'fee')).toBe(10_330);
    expect(payments[0]).toMatchObject({ state: 'SUCCEEDED', timeline: [{ toState: 'SUCCEEDED' }] });
  });

  it('customers, invoices and payments have the fields of the API, as JSON and as CSV', async () => {
    const call = await createProvider(world, company);
    const body = { customerRef: 'X-1', businessName: '=Moss, Inc', metadata: { region: 'west' } };
    const { body: customer } = await call('POST', '/customers', { body });
    for (const kind of ['customers', 'invoices', 'payments']) {
      const { data } = (await call('GET', `/${kind}?limit=100`)).body;
      const rows = new Map(
        parsed((await call('GET', `/exports/${kind}`)).body).map((row) => [row['id'], row]),
      );
      expect(rows.size).toBe(data.length);
      for (const { customerName: _, accountRef, ...object } of data) {
        const own = kind === 'invoices' ? { accountRef } : {};
        expect(rows.get(object.id)).toMatchObject({ ...object, ...own });
      }
    }
    const csv = await call('GET', '/exports/customers?format=csv');
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [header, ...lines] = csv.body.trimEnd().split('\r\n');
    expect(header).toMatch(/^id,type,customerRef,externalRef,firstName/);
    const line = lines.find((text: string) => text.includes(customer.id));
    expect(line).toContain(`,X-1,`);
    expect(line).toContain(`,"'=Moss, Inc",`);
    expect(line).toContain(`"{""region"":""west""}"`);
  });

  it('an export has the objects of a range of time, and refuses what it does not know', async () => {
    const call = await createProvider(world, company);
    const now = world.deps.clock.now();
    for (const kind of EXPORT_KINDS) {
      const path = `/exports/${kind}?format=csv&to=2020-01-01T00:00:00Z`;
      const { body } = await call('GET', path);
      if (kind === 'metadata') expect(body.fields).toMatchObject([{ field: 'query.to' }]);
      else expect([kind, body.trimEnd().split('\r\n').length]).toEqual([kind, 1]);
    }
    await world.later(60_000);
    const { body: late } = await call('POST', '/customers', {
      body: { customerRef: 'X-2', businessName: 'Fern' },
    });
    const since = `from=${world.deps.clock.now()}`;
    const rows = parsed((await call('GET', `/exports/customers?${since}`)).body);
    expect(rows.map(({ id }) => id)).toEqual([late.id]);
    const before = (await call('GET', `/exports/customers?format=csv&to=${now}`)).body;
    expect(before).not.toContain(late.id);
    const wrong = await call('GET', '/exports/customers?format=xml&since=1');
    expect(wrong.body.fields).toMatchObject([{ field: 'query.format' }, { field: '(query)' }]);
    const elsewhere = await call('GET', '/company?shade=red');
    expect(elsewhere.body.fields).toMatchObject([{ field: '(query)' }]);
  });

  it('an export contains every row of a list that is longer than a batch exactly once', async () => {
    const call = await createProvider(world, company);
    const before = parsed((await call('GET', '/exports/audit')).body).length;
    await world.deps.database.pool.query(
      `insert into audit (company_id, actor, action, subject, detail, at)
       select $1, 'test', 'counted', n::text, '{}', now() from generate_series(1, 1234) n`,
      [company.companyId],
    );
    const rows = parsed((await call('GET', '/exports/audit')).body);
    // Every export is recorded in the audit trail before it begins.
    expect(rows.length).toBe(before + 1234 + 1);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  });

  describe('An export of many rows', () => {
    beforeAll(() =>
      world.deps.database.pool.query(
        `insert into audit (company_id, actor, action, subject, detail, at)
         select $1, 'test', 'long', repeat('x', 2000), '{}', now() from generate_series(1, 5000)`,
        [company.companyId],
      ),
    );

    it('an export ends and releases its transaction when the client disconnects', async () => {
      const { pool } = world.deps.database;
      const caller = { companyId: company.companyId, name: 'test', keyId: '', scopes: [] };
      const stream = exportStream(world.deps, caller, {
        kind: 'audit',
        reader: { kind: 'key', scopes: [] },
      });
      for await (const _ of stream) break;
      const transactions = async () => {
        const { rows } = await pool.query(
          `select from pg_stat_activity
         where datname = current_database() and state like 'idle in transaction%'`,
        );
        return rows.length;
      };
      await expect.poll(transactions).toBe(0);
    });
  });
});
