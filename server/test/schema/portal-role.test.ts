/** The privileges of the database role under which the portal's users run (ADR 0021). */
import { type SQL, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '../database.ts';
import { fillEveryTable } from '../rows/every-table.ts';
import { readSqlState } from '../rows/refused-by.ts';
import { forFile } from '../world/for-file.ts';

const REFUSED = '42501';

const fresh = useDatabase();
const harbor = forFile(() => fillEveryTable(fresh.database, 'harbor'));

/** Returns the Postgres error code, or null if the statement succeeds. */
function refusal(statement: SQL): Promise<string | null> {
  const { companyId } = harbor;
  return readSqlState(fresh.database.inCompany({ companyId }, (tx) => tx.execute(statement)));
}

describe('Forbidden actions of the portal role', () => {
  it.each(['postings', 'attempt_moves', 'audit', 'idempotency_keys'])(
    'the portal role cannot rewrite or remove history in %s',
    async (table) => {
      const name = sql.identifier(table);
      const columns = await fresh.database.pool.query<{ column_name: string }>(
        `select column_name from information_schema.columns
         where table_schema = 'public' and table_name = $1
           and is_identity = 'NO' and is_generated = 'NEVER'`,
        [table],
      );
      for (const { column_name } of columns.rows) {
        const column = sql.identifier(column_name);
        expect(await refusal(sql`update ${name} set ${column} = ${column}`)).toBe(REFUSED);
      }
      expect(await refusal(sql`delete from ${name}`)).toBe(REFUSED);
      expect(await refusal(sql`truncate ${name}`)).toBe(REFUSED);
    },
  );

  it('the portal role cannot read or write company secrets', async () => {
    expect(await refusal(sql`select 1 from company_secrets`)).toBe(REFUSED);
    expect(await refusal(sql`update company_secrets set webhook_secret_sealed = ''`)).toBe(REFUSED);
    expect(await refusal(sql`delete from company_secrets`)).toBe(REFUSED);
  });

  it('the portal role can delete only a few kinds of rows, such as passkeys and email preferences', async () => {
    const { rows } = await fresh.database.pool.query<{ table_name: string }>(
      `select table_name from information_schema.table_privileges
       where grantee = 'quittance_portal' and privilege_type = 'DELETE' order by 1`,
    );
    const names = rows.map(({ table_name }) => table_name);
    expect(names).toEqual([
      'calendar_feeds',
      'copy_contacts',
      'credit_uses',
      'installments',
      'muted_mails',
      'passkeys',
      'processor_customers',
      'request_orders',
    ]);
  });

  it.each(['total_cents', 'customer_id', 'account_ref', 'due_on'])(
    'the portal role cannot change %s of an invoice',
    async (column) => {
      const name = sql.identifier(column);
      expect(await refusal(sql`update invoices set ${name} = ${name}`)).toBe(REFUSED);
    },
  );

  it.each(['amount_cents', 'fee_cents', 'customer_id', 'invoice_id'])(
    'the portal role cannot change %s of an attempt',
    async (column) => {
      const name = sql.identifier(column);
      expect(await refusal(sql`update attempts set ${name} = ${name}`)).toBe(REFUSED);
    },
  );

  it('the portal role cannot log in and owns nothing', async () => {
    const { rows } = await fresh.database.pool.query(
      `select rolcanlogin, rolsuper, rolbypassrls,
        exists (select from pg_class where relowner = pg_roles.oid) as owns
       from pg_roles where rolname = 'quittance_portal'`,
    );
    const no = { rolcanlogin: false, rolsuper: false, rolbypassrls: false, owns: false };
    expect(rows).toEqual([no]);
  });
});

describe('Permitted actions of the portal role', () => {
  it('the portal role can add a job in its own transaction but cannot access the queue', async () => {
    const { companyId } = harbor;
    await fresh.database.inCompany({ companyId }, (tx) =>
      tx.execute(sql`select enqueue_job('look', '{"a":1}', now(), 'once')`),
    );
    const { rows } = await fresh.database.pool.query(
      `select task_identifier, key from graphile_worker.jobs`,
    );
    expect(rows).toEqual([{ task_identifier: 'look', key: 'once' }]);
    expect(await refusal(sql`select 1 from graphile_worker.jobs`)).toBe(REFUSED);
  });

  it('a job is rolled back together with its transaction', async () => {
    const lost = fresh.database.inCompany({ companyId: harbor.companyId }, async (tx) => {
      await tx.execute(sql`select enqueue_job('lost', '{}', now(), 'lost')`);
      throw new Error('rolled back');
    });
    await expect(lost).rejects.toThrow('rolled back');
    const { rowCount } = await fresh.database.pool.query(
      `select from graphile_worker.jobs where key = 'lost'`,
    );
    expect(rowCount).toBe(0);
  });

  it('the portal role can lock the rows that it needs', async () => {
    const { companyId, maya } = harbor;
    for (const table of ['invoices', 'requests', 'attempts', 'customers', 'orders', 'estimates']) {
      const scope = { companyId, customerId: maya.customerId };
      const { rowCount } = await fresh.database.inCompany(scope, (tx) =>
        tx.execute(sql`select 1 from ${sql.identifier(table)} for update`),
      );
      expect(rowCount).toBeGreaterThan(0);
    }
  });
});
