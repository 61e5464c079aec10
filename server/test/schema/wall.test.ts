/**
 * Row-level isolation (ADR 0021), checked against the catalog: a table added without its own grants and policies
 * fails here.
 */
import { type SQL, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/platform/database/database.ts';
import { useDatabase } from '../database.ts';
import { fillEveryTable, type SmallCompany } from '../rows/every-table.ts';
import { readSqlState } from '../rows/refused-by.ts';

type Row = Record<string, unknown> & { company_id?: unknown };

const REFUSED = '42501';
/** The company's own row and logo, the two outbox columns without content, and event counts of objects. */
const SAME_FOR_ALL_CUSTOMERS = ['companies', 'company_logos', 'event_counters', 'outbox'];
/** Visible to jobs that run as the company, but never to a customer. */
const HIDDEN_FROM_CUSTOMERS = [
  'audit',
  'latest_reconciliations',
  'reconciliations',
  'unplaced_charges',
  'webhook_events',
];
const HIDDEN_FROM_THE_PORTAL = [
  'api_keys',
  'audit_heads',
  'company_mail_progress',
  'company_notices',
  'company_secrets',
  'dispute_evidence',
  'dispute_files',
  'history_progress',
  'import_mappings',
  'import_parts',
  'import_rows',
  'imports',
  'invoice_holds',
  'invoice_reminders',
  'metadata',
  'payout_differences',
  'payout_lines',
  'payout_reads',
  'payouts',
  'processor_connections',
  'provider_calls',
  'provider_events',
  'staff_members',
  'staff_passkeys',
  'staff_sessions',
  'staff_sign_ins',
  'saved_views',
  'webhook_deliveries',
  'webhook_endpoints',
];
/** A company's own systems can read all other tables of the company. */
const HIDDEN_FROM_THE_PROVIDER = [
  'audit_heads',
  'company_secrets',
  'history_progress',
  'invoice_holds',
];
/** Read at server start. The portal's role has no grant for it. */
const OF_NO_COMPANY = ['sealing_key_check'];

let harbor: SmallCompany;
let summit: SmallCompany;
let tables: string[];

const fresh = useDatabase();

beforeAll(async () => {
  harbor = await fillEveryTable(fresh.database, 'harbor');
  summit = await fillEveryTable(fresh.database, 'summit');
  const { rows } = await fresh.database.pool.query<{ table_name: string }>(
    `select table_name from information_schema.columns
     where table_schema = 'public' and column_name = 'company_id' order by 1`,
  );
  tables = rows.map((row) => row.table_name);
});

async function seen(table: string, scope: Scope): Promise<Row[] | null> {
  const role = scope.asProvider ? 'quittance_provider' : 'quittance_portal';
  const columns = await readableColumns(table, role);
  if (columns.length === 0) return null;
  return fresh.database.inCompany(scope, async (tx) => {
    const list = sql.raw(columns.map((column) => `"${column}"`).join(', '));
    return (await tx.execute<Row>(sql`select ${list} from ${sql.identifier(table)}`)).rows;
  });
}

async function readableColumns(table: string, role = 'quittance_portal'): Promise<string[]> {
  const { rows } = await fresh.database.pool.query<{ column_name: string }>(
    `select column_name from information_schema.columns
     where table_schema = 'public' and table_name = $1
       and has_column_privilege($2, table_name::regclass, column_name, 'select')`,
    [table, role],
  );
  return rows.map((row) => row.column_name);
}

async function readRows(table: string, companyId: string): Promise<Row[]> {
  const { rows } = await fresh.database.pool.query<{ row: Row }>(
    `select to_jsonb(t) as row from ${table} t where company_id = $1`,
    [companyId],
  );
  return rows.map((row) => row.row);
}

/** Returns the Postgres error code, or null if the statement succeeds. */
function refusal(statement: SQL, as: Pick<Scope, 'asProvider'> = {}): Promise<string | null> {
  const { companyId } = harbor;
  return readSqlState(
    fresh.database.inCompany({ companyId, ...as }, (tx) => tx.execute(statement)),
  );
}

/** Pairs each table with its result, so that a failure prints the table's name. */
async function forEachTable<Answer>(ask: (table: string) => Promise<Answer>) {
  const answers: [string, Answer][] = [];
  for (const table of tables) answers.push([table, await ask(table)]);
  return Object.fromEntries(answers);
}

function allTables<Answer>(answer: Answer) {
  return Object.fromEntries(tables.map((table) => [table, answer]));
}

async function writtenColumns(table: string) {
  const { rows } = await fresh.database.pool.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  );
  return sql.join(
    rows.map(({ name }) => sql.identifier(name)),
    sql`, `,
  );
}

describe('The wall between companies', () => {
  it('row-level security covers every table of the schema', async () => {
    const { rows } = await fresh.database.pool.query<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
    );
    expect(rows.map((row) => row.name)).toEqual([...tables, ...OF_NO_COMPANY].sort());
    for (const table of OF_NO_COMPANY) expect(await readableColumns(table)).toEqual([]);
    const { rows: open } = await fresh.database.pool.query(
      `select relname from pg_class where relnamespace = 'public'::regnamespace
       and relkind in ('r', 'p') and not relrowsecurity`,
    );
    expect(open).toEqual([]);
  });

  it('row-level security is tested with rows of both companies in every table', async () => {
    const isFilled = async (table: string) =>
      (await readRows(table, harbor.companyId)).length > 0 &&
      (await readRows(table, summit.companyId)).length > 0;
    expect(await forEachTable(isFilled)).toEqual(allTables(true));
  });

  it('a company sees only its own rows', async () => {
    const owners = await forEachTable(async (table) => {
      const rows = await seen(table, { companyId: harbor.companyId });
      return rows && [...new Set(rows.map((row) => row.company_id))];
    });
    expect(owners).toEqual({
      ...allTables([harbor.companyId]),
      ...Object.fromEntries(HIDDEN_FROM_THE_PORTAL.map((table) => [table, null])),
    });
  });

  it('a transaction without a scope sees no rows', async () => {
    const counts = await forEachTable(async (table) => {
      const columns = await readableColumns(table);
      if (columns.length === 0) return 0;
      const client = await fresh.database.pool.connect();
      try {
        await client.query('begin');
        await client.query('set local role quittance_portal');
        const { rowCount } = await client.query(`select "${columns[0]}" from ${table}`);
        return rowCount;
      } finally {
        await client.query('rollback');
        client.release();
      }
    });
    expect(counts).toEqual(allTables(0));
  });

  it('a company cannot write a row of another company', async () => {
    const refusals = await forEachTable(async (table) => {
      const [foreign] = await readRows(table, summit.companyId);
      const name = sql.identifier(table);
      const columns = await writtenColumns(table);
      return refusal(
        sql`insert into ${name} (${columns}) overriding system value select ${columns}
            from jsonb_populate_record(null::${name}, ${JSON.stringify(foreign)}::jsonb)`,
      );
    });
    expect(refusals).toEqual(allTables(REFUSED));
  });

  it('a company cannot move a row to another company', async () => {
    const refusals = await forEachTable((table) =>
      refusal(sql`update ${sql.identifier(table)} set company_id = ${summit.companyId}`),
    );
    expect(refusals).toEqual(allTables(REFUSED));
  });

  it("an unconditional update or delete affects only the company's own rows", async () => {
    const { rows: updatable } = await fresh.database.pool.query<{ name: string; column: string }>(
      `select table_name as name, min(column_name) as column from information_schema.columns
       where table_schema = 'public' and has_column_privilege(
         'quittance_portal', format('%I.%I', table_schema, table_name), column_name, 'update') group by 1`,
    );
    expect(updatable.length).toBeGreaterThan(10);
    const before = await forEachTable((table) => readRows(table, summit.companyId));
    for (const { name, column } of updatable) {
      const target = sql.identifier(column);
      const { rowCount } = await fresh.database.inCompany({ companyId: harbor.companyId }, (tx) =>
        tx.execute(sql`update ${sql.identifier(name)} set ${target} = ${target}`),
      );
      expect([name, rowCount]).toEqual([name, (await readRows(name, harbor.companyId)).length]);
    }
    await fresh.database.inCompany({ companyId: harbor.companyId }, (tx) =>
      tx.execute(sql`delete from request_orders`),
    );
    expect(await readRows('request_orders', harbor.companyId)).toEqual([]);
    expect(await forEachTable((table) => readRows(table, summit.companyId))).toEqual(before);
  });

  it('the scope of a pooled connection does not carry over to its next user', async () => {
    const client = await fresh.database.pool.connect();
    client.release();
    await seen('invoices', { companyId: harbor.companyId });
    const { rows } = await fresh.database.pool.query<Row>(
      `select current_user <> 'quittance_portal' as is_owner,
        coalesce(current_setting('app.company_id', true), '') as company`,
    );
    expect(rows).toEqual([{ is_owner: true, company: '' }]);
  });
});

describe("The wall around a company's own systems", () => {
  const AS_PROVIDER = { asProvider: true } as const;

  it("a company's own systems see only the rows of their company", async () => {
    const owners = await forEachTable(async (table) => {
      const rows = await seen(table, { companyId: summit.companyId, ...AS_PROVIDER });
      return rows && [...new Set(rows.map((row) => row.company_id))];
    });
    expect(owners).toEqual({
      ...allTables([summit.companyId]),
      ...Object.fromEntries(HIDDEN_FROM_THE_PROVIDER.map((table) => [table, null])),
    });
  });

  it("a company's own systems cannot write or move a row of another company", async () => {
    const refusals = await forEachTable(async (table) => {
      const [foreign] = await readRows(table, summit.companyId);
      const name = sql.identifier(table);
      const columns = await writtenColumns(table);
      return [
        await refusal(
          sql`insert into ${name} (${columns}) overriding system value select ${columns}
            from jsonb_populate_record(null::${name}, ${JSON.stringify(foreign)}::jsonb)`,
          AS_PROVIDER,
        ),
        await refusal(sql`update ${name} set company_id = ${summit.companyId}`, AS_PROVIDER),
      ];
    });
    expect(refusals).toEqual(allTables([REFUSED, REFUSED]));
  });
});

describe('The wall between customers of one company', () => {
  it('two customers of one company see no common rows in customer tables', async () => {
    const { companyId, maya, omar } = summit;
    const overlaps = await forEachTable(async (table) => {
      const hers = (await seen(table, { companyId, customerId: maya.customerId })) ?? [];
      const his = (await seen(table, { companyId, customerId: omar.customerId })) ?? [];
      const others = new Set(his.map((row) => JSON.stringify(row)));
      return hers.filter((row) => others.has(JSON.stringify(row))).length;
    });
    expect(overlaps).toEqual({
      ...allTables(0),
      ...Object.fromEntries(SAME_FOR_ALL_CUSTOMERS.map((table) => [table, 1])),
    });
  });

  it('each customer sees their own rows in every customer table', async () => {
    const { companyId, maya } = summit;
    const hidden = [...HIDDEN_FROM_CUSTOMERS, ...HIDDEN_FROM_THE_PORTAL];
    const isSeen = await forEachTable(async (table) => {
      const rows = await seen(table, { companyId, customerId: maya.customerId });
      return (rows ?? []).length > 0;
    });
    expect(isSeen).toEqual({
      ...allTables(true),
      ...Object.fromEntries(hidden.map((table) => [table, false])),
    });
  });
});
