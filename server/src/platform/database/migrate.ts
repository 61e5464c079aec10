/**
 * Migrates a database to the newest schema: the job queue's first, then ours, forward only, while the previous
 * version serves payers (ADR 0079). An advisory lock serializes processes that start together.
 *
 * A migration is one transaction that gives up a lock it does not get at once, because statements of payers queue
 * behind the one that waits. Two kinds of files run outside a transaction and can be repeated after a failure: one
 * with `concurrently`, and one whose only statement changes a batch of rows and is repeated until none is left
 * (`-- batches: `).
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { migrations as jobQueueMigrations } from 'graphile-worker/dist/generated/sql.js';
import pg from 'pg';
import { z } from 'zod';
import { wait } from '../../kernel/clock.ts';
import { MIGRATIONS_FOLDER } from '../../kernel/folders.ts';

/** Written by earlier versions with a library, hence the name. */
const APPLIED = 'drizzle.__drizzle_migrations';
const CREATE_APPLIED = `create schema if not exists drizzle;
  create table if not exists ${APPLIED} (id serial primary key, hash text not null, created_at bigint)`;

/** An arbitrary constant that no other program uses in this database. */
const MIGRATION_LOCK = 7_484_885_226;
const ASK_AGAIN_MS = 50;
const UNDEFINED_TABLE = '42P01';
const LOCK_NOT_AVAILABLE = '55P03';
const INSUFFICIENT_PRIVILEGE = '42501';
/** The longest time for which one lock may keep payers waiting. */
const LOCK_MS_MAX = 300;
/** Locks are tried for about two minutes in all. */
const LOCK_TRIES_MAX = 120;
const LOCK_PAUSE_MS = 700;
const BASELINE = '0000_baseline';

const journalSchema = z.object({
  entries: z.array(z.object({ tag: z.string(), when: z.number() })),
});

type Entry = z.infer<typeof journalSchema>['entries'][number];

function journal(folder = MIGRATIONS_FOLDER): Entry[] {
  const text = readFileSync(`${folder}/meta/_journal.json`, 'utf8');
  return journalSchema.parse(JSON.parse(text)).entries;
}

export function migrationNames(): string[] {
  return journal().map((entry) => entry.tag);
}

/** @throws OlderDatabase, MigrationFailed */
export async function migrate(url: string, folder = MIGRATIONS_FOLDER): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  // If the connection breaks, its statement rejects, and that error is reported instead.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('set jit = off; set statement_timeout = 0; set lock_timeout = 0');
    await takeLock(client);
    const pending = await pendingEntries(client, folder);
    await migrateJobQueue(client, url);
    if (pending.length > 0) await client.query(CREATE_APPLIED);
    for (const entry of pending) await apply(client, entry, folder);
  } finally {
    await client.end();
  }
}

/** Loads the library only if it has a migration that the database lacks, because loading it delays every start. */
async function migrateJobQueue(client: pg.Client, url: string): Promise<void> {
  const newest = Math.max(...Object.keys(jobQueueMigrations).map((file) => parseInt(file, 10)));
  const applied = await readNumbers(client, 'select id from graphile_worker.migrations');
  if (Math.max(...applied) === newest) return;
  const { runMigrations } = await import('graphile-worker');
  await runMigrations({ connectionString: url });
}

/**
 * A session lock ends with the connection, even if this process is killed. It is asked for again and again, because a
 * statement that waits for it has a snapshot, for whose end an index that is created concurrently waits.
 */
async function takeLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock($1) as taken',
      [MIGRATION_LOCK],
    );
    if (rows[0]?.taken) return;
    await wait(ASK_AGAIN_MS);
  }
}

/** The first words are the cause that Postgres gives. */
class MigrationFailed extends Error {
  override name = 'MigrationFailed';
}

type Migration = { tag: string; statements: string[]; record: pg.QueryConfig };

async function apply(client: pg.Client, { tag, when }: Entry, folder: string): Promise<void> {
  const text = readFileSync(`${folder}/${tag}.sql`, 'utf8');
  const statements = text.split('--> statement-breakpoint').filter((part) => part.trim() !== '');
  const hash = createHash('sha256').update(text).digest('hex');
  const record = {
    text: `insert into ${APPLIED} (hash, created_at) values ($1, $2)`,
    values: [hash, when],
  };
  const migration = { tag, statements, record };
  if (text.startsWith('-- batches: ')) await applyBatches(client, migration);
  else if (statements.some((statement) => CONCURRENT.test(statement))) {
    await applyConcurrently(client, migration);
  } else await applyInTransaction(client, migration);
}

async function applyInTransaction(client: pg.Client, migration: Migration): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await client.query('begin');
      await client.query(`set local lock_timeout = ${LOCK_MS_MAX}`);
      for (const statement of migration.statements) await send(client, migration, statement);
      await client.query(migration.record);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      if (tries === LOCK_TRIES_MAX || !isLocked(error)) throw error;
      await wait(LOCK_PAUSE_MS);
    }
  }
}

const CONCURRENT = /^\s*(?:--.*\n\s*)*(create(?:\s+unique)?|drop)\s+index\s+concurrently\b/i;
const CREATED_INDEX = /\bconcurrently\s+(?:if\s+not\s+exists\s+)?"?(?<name>\w+)"?\s+on\b/i;

/** An index whose creation was interrupted exists, is invalid and is never used. */
async function applyConcurrently(client: pg.Client, migration: Migration): Promise<void> {
  for (const statement of migration.statements) {
    const name = CREATED_INDEX.exec(statement)?.groups?.['name'];
    if (name !== undefined) {
      const { rowCount } = await client.query(
        'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
        [`public.${name}`],
      );
      if (rowCount === 1) await client.query(`drop index concurrently public."${name}"`);
    }
    await send(client, migration, statement);
  }
  await client.query(migration.record);
}

async function applyBatches(client: pg.Client, migration: Migration): Promise<void> {
  const [statement = ''] = migration.statements;
  let rowCount: number | null;
  do {
    ({ rowCount } = await send(client, migration, statement));
  } while (rowCount !== null && rowCount > 0);
  await client.query(migration.record);
}

async function send(
  client: pg.Client,
  { tag }: Migration,
  statement: string,
): Promise<pg.QueryResult> {
  try {
    return await client.query(statement);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    const hint =
      error.code === INSUFFICIENT_PRIVILEGE
        ? ' The role of DATABASE_URL must own the database and be allowed to create roles (docs/production.md).'
        : '';
    const cause = isLocked(error)
      ? `A table of migration ${tag} stayed locked by another transaction: end it, and run migrate again`
      : `${error.message} (${tag})`;
    throw new MigrationFailed(`${cause}.${hint}`, { cause: error });
  }
}

function isLocked(error: unknown): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return cause instanceof pg.DatabaseError && cause.code === LOCK_NOT_AVAILABLE;
}

/** The database was created by pre-baseline migrations, which no longer exist. */
export class OlderDatabase extends Error {
  override name = 'OlderDatabase';
}

/**
 * Returns the names of the migrations that are not applied yet.
 *
 * @throws OlderDatabase
 */
export async function pendingMigrations(pool: Pick<pg.ClientBase, 'query'>): Promise<string[]> {
  const pending = await pendingEntries(pool, MIGRATIONS_FOLDER);
  return pending.map((entry) => entry.tag);
}

async function pendingEntries(pool: Pick<pg.ClientBase, 'query'>, folder: string) {
  const applied = await readNumbers(pool, `select created_at from ${APPLIED}`);
  const pending = journal(folder).filter((entry) => !applied.has(entry.when));
  if (applied.size > 0 && pending[0]?.tag === BASELINE) {
    throw new OlderDatabase(
      'The database was made by an older version and cannot be migrated to this one: use an empty database.',
    );
  }
  return pending;
}

class MigrationsMissing extends Error {
  override name = 'MigrationsMissing';
}

/** @throws MigrationsMissing, OlderDatabase */
export async function refusePending(pool: pg.Pool): Promise<void> {
  const pending = await pendingMigrations(pool);
  if (pending.length === 0) return;
  throw new MigrationsMissing(
    `The database lacks ${pending.length} migrations of this version. Run: quittance migrate`,
  );
}

/** Reads the numbers of the first column, or none if the table does not exist yet. */
async function readNumbers(
  pool: Pick<pg.ClientBase, 'query'>,
  text: string,
): Promise<ReadonlySet<number>> {
  try {
    const { rows } = await pool.query<[string]>({ text, rowMode: 'array' });
    return new Set(rows.map(([value]) => Number(value)));
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE) return new Set();
    throw error;
  }
}
