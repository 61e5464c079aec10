/** The migrations on a real Postgres: from scratch, repeated, by two processes at once, and next to payers. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { companyIdSchema } from '@quittance/contract/ids';
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/platform/database/database.ts';
import {
  migrate,
  migrationNames,
  pendingMigrations,
  refusePending,
} from '../../../src/platform/database/migrate.ts';
import { emptyDatabase, type FreshDatabase, freshDatabase } from '../../database.ts';
import { writeMigrations } from '../../migrations-folder.ts';

const OLDER = 'The database was made by an older version';

describe('Migrations', () => {
  const made: FreshDatabase[] = [];
  const kept = async (opening: Promise<FreshDatabase>) => {
    const database = await opening;
    made.push(database);
    return database;
  };
  const empty = () => kept(emptyDatabase());
  const migrated = () => kept(freshDatabase());

  const folders: string[] = [];
  const withMore = async (more: Record<string, string>) => {
    const folder = await mkdtemp(join(tmpdir(), 'quittance-migrations-'));
    folders.push(folder);
    return writeMigrations(folder, { more });
  };

  afterEach(async () => {
    await Promise.all(made.splice(0).map((database) => database.drop()));
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
  });

  it('all migrations are pending in an empty database', async () => {
    const { database } = await empty();
    expect(await pendingMigrations(database.pool)).toEqual(migrationNames());
  });

  it('migrations run on an empty database and leave none pending', async () => {
    const { url, database } = await empty();
    await migrate(url);
    expect(await pendingMigrations(database.pool)).toEqual([]);
    expect(await tableCount(database)).toBeGreaterThan(20);
  });

  it('migrations change nothing the second time', async () => {
    const { url, database } = await migrated();
    const before = await catalogue(database);
    await migrate(url);
    expect(await catalogue(database)).toEqual(before);
  });

  it('the pending migrations of a partly migrated database are named', async () => {
    const { database } = await migrated();
    const newest = 'select max(created_at) from drizzle.__drizzle_migrations';
    await database.pool.query(
      `delete from drizzle.__drizzle_migrations where created_at = (${newest})`,
    );
    expect(await pendingMigrations(database.pool)).toEqual(migrationNames().slice(-1));
  });

  it('migrations refuse a database from before the baseline and change nothing in it', async () => {
    const { url, database } = await migrated();
    await database.pool.query(
      `update drizzle.__drizzle_migrations set hash = 'older', created_at = created_at - 1`,
    );
    const before = await catalogue(database);
    await expect(migrate(url)).rejects.toThrow(OLDER);
    await expect(refusePending(database.pool)).rejects.toThrow(OLDER);
    expect(await catalogue(database)).toEqual(before);
  });

  it('migrations of concurrent processes wait for each other', async () => {
    const { url, database } = await empty();
    await Promise.all([migrate(url), migrate(url), migrate(url), migrate(url)]);
    expect(await pendingMigrations(database.pool)).toEqual([]);
    const { rows } = await database.pool.query<{ count: string }>(
      'select count(*) from drizzle.__drizzle_migrations',
    );
    expect(Number(rows[0]?.count)).toBe(migrationNames().length);
  });

  it('migrations leave no lock behind', async () => {
    const { url, database } = await migrated();
    await migrate(url);
    const { rows } = await database.pool.query(
      `select 1 from pg_locks join pg_database on pg_database.oid = pg_locks.database
       where locktype = 'advisory' and datname = current_database()`,
    );
    expect(rows).toEqual([]);
  });

  it('a migration gives up a lock within a third of a second, so that reads pass while it waits', async () => {
    const { url, database } = await migrated();
    const folder = await withMore({ '9000_note': 'alter table invoices add column remark text' });
    const holder = await database.pool.connect();
    await holder.query('begin; lock table invoices in access share mode');
    const migrating = migrate(url, folder);
    const isWaiting = `select 1 from pg_locks where not granted and relation = 'invoices'::regclass`;
    await expect
      .poll(async () => (await database.pool.query(isWaiting)).rowCount, { interval: 5 })
      .toBe(1);
    const beganMs = performance.now();
    await database.pool.query('select count(*) from invoices');
    expect(performance.now() - beganMs).toBeLessThan(1000);
    await holder.query('rollback');
    holder.release();
    await migrating;
    await database.pool.query('select remark from invoices');
  });

  it('a failed migration undoes only itself, and its message begins with the cause', async () => {
    const { url, database } = await migrated();
    const folder = await withMore({
      '9000_note': 'alter table invoices add column remark text',
      '9001_wrong':
        'alter table invoices add column other text;\n--> statement-breakpoint\nselect nothing',
    });
    await expect(migrate(url, folder)).rejects.toThrow(
      /^column "nothing" does not exist \(9001_wrong\)\.$/,
    );
    await database.pool.query('select remark from invoices');
    await expect(database.pool.query('select other from invoices')).rejects.toThrow('other');
  });

  it('an index that a failure left invalid is built again, and a backfill runs in batches', async () => {
    const { url, database } = await migrated();
    const { pool } = database;
    await pool.query('create table notes (id int primary key, text text)');
    await pool.query('insert into notes select n, null from generate_series(1, 250) n');
    const index = { '9000_index': 'create unique index concurrently notes_text on notes (text)' };
    await pool.query(`update notes set text = 'same' where id <= 2`);
    await expect(migrate(url, await withMore(index))).rejects.toThrow(/^could not create unique/);
    await pool.query('update notes set text = null');
    const folder = await withMore({
      ...index,
      '9001_texts': `-- batches: 100 notes
        update notes set text = id::text where id in
          (select id from notes where text is null order by id limit 100)`,
    });
    await migrate(url, folder);
    const { rows } = await pool.query(`select count(distinct xmin::text)::int as batches,
      (select indisvalid from pg_index where indexrelid = 'notes_text'::regclass) as valid
      from notes where text is not null`);
    expect(rows).toEqual([{ batches: 3, valid: true }]);
  });

  it('migrations without a right say which, before anything else', async () => {
    const { url, database } = await empty();
    const address = new URL(url);
    address.username = `guest_of_${address.pathname.slice(1)}`;
    address.password = 'guest';
    await database.pool.query(`create role ${address.username} login password 'guest'`);
    await expect(migrate(address.href)).rejects.toThrow(/^permission denied for database test_/);
  });

  it('migrations install the job queue, so that a job can be added in a transaction', async () => {
    const { database } = await migrated();
    await database.pool.query(`select enqueue_job('look', '{}', null, 'key')`);
    const { rows } = await database.pool.query('select task_identifier from graphile_worker.jobs');
    expect(rows).toEqual([{ task_identifier: 'look' }]);
  });

  it('migrations work for an owner who is not a superuser and was granted both roles', async () => {
    const { url, database } = await empty();
    const address = new URL(url);
    const name = address.pathname.slice(1);
    address.username = `owner_of_${name}`;
    address.password = 'owner';
    await database.pool.query(`create role ${address.username} login password 'owner'`);
    await database.pool.query(`grant quittance_portal, quittance_provider to ${address.username}`);
    await database.pool.query(`alter database ${name} owner to ${address.username}`);
    await migrate(address.href);
    const owned = openDatabase({
      url: address.href,
      connectionsMax: 1,
      onIdleError: () => undefined,
    });
    const companyId = companyIdSchema.parse(randomUUID());
    const counted = await owned.inCompany({ companyId }, async (tx) => {
      await tx.execute(sql`select enqueue_job('look', '{}', null, 'key')`);
      return tx.execute(sql`select current_user, count(*)::int from invoices`);
    });
    await owned.close();
    expect(counted.rows).toEqual([{ current_user: 'quittance_portal', count: 0 }]);
  });
});

type Queryable = FreshDatabase['database'];

async function tableCount({ pool }: Queryable): Promise<number> {
  const { rowCount } = await pool.query(
    `select from information_schema.tables where table_schema = 'public'`,
  );
  return rowCount ?? 0;
}

async function catalogue({ pool }: Queryable): Promise<unknown[]> {
  const { rows } = await pool.query(`
    select 'column', table_name || '.' || column_name || ' ' || data_type
      from information_schema.columns where table_schema = 'public'
    union all select 'constraint', conname || ' ' || pg_get_constraintdef(oid)
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select 'index', indexdef from pg_indexes where schemaname = 'public'
    union all select 'policy', tablename || ' ' || policyname || ' ' || coalesce(qual, with_check)
      from pg_policies
    union all select 'grant', table_name || ' ' || privilege_type
      from information_schema.role_table_grants where grantee in ('quittance_portal', 'quittance_provider')
    union all select 'migration', id || ' ' || hash from drizzle.__drizzle_migrations
    union all select 'queue', id::text from graphile_worker.migrations
    order by 1, 2`);
  return rows;
}
