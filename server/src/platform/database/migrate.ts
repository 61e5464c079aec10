/**
 * Migrates a database to the newest schema: the job queue's first, then ours, forward only. An advisory lock
 * serializes processes that start together.
 */
import { readFileSync } from 'node:fs';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { z } from 'zod';
import { MIGRATIONS_FOLDER } from '../../kernel/folders.ts';

const MIGRATIONS_TABLE = {
  migrationsSchema: 'drizzle',
  migrationsTable: '__drizzle_migrations',
} as const;

/** An arbitrary constant that no other program uses in this database. */
const MIGRATION_LOCK = 7_484_885_226;
const UNDEFINED_TABLE = '42P01';
const BASELINE = '0000_baseline';

const journalSchema = z.object({
  entries: z.array(z.object({ tag: z.string(), when: z.number() })),
});

function journal() {
  const text = readFileSync(`${MIGRATIONS_FOLDER}/meta/_journal.json`, 'utf8');
  return journalSchema.parse(JSON.parse(text)).entries;
}

export function migrationNames(): string[] {
  return journal().map((entry) => entry.tag);
}

/** @throws OlderDatabase */
export async function migrate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  // If the connection breaks, its statement rejects, and that error is reported instead.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('set jit = off');
    // A session lock ends with the connection, even if this process is killed.
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await pendingMigrations(client);
    // Loaded here, because programs that only check for pending migrations do not need it.
    const { runMigrations: migrateJobQueue } = await import('graphile-worker');
    await migrateJobQueue({ connectionString: url });
    await applyMigrations(drizzle(client), {
      migrationsFolder: MIGRATIONS_FOLDER,
      ...MIGRATIONS_TABLE,
    });
  } finally {
    await client.end();
  }
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
  const applied = await appliedAt(pool);
  const pending = journal().filter((entry) => !applied.has(entry.when));
  if (applied.size > 0 && pending[0]?.tag === BASELINE) {
    throw new OlderDatabase(
      'The database was made by an older version and cannot be migrated to this one: use an empty database.',
    );
  }
  return pending.map((entry) => entry.tag);
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

async function appliedAt(pool: Pick<pg.ClientBase, 'query'>): Promise<ReadonlySet<number>> {
  const { migrationsSchema, migrationsTable } = MIGRATIONS_TABLE;
  try {
    const { rows } = await pool.query<{ created_at: string }>(
      `select created_at from ${migrationsSchema}.${migrationsTable}`,
    );
    return new Set(rows.map((row) => Number(row.created_at)));
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE) return new Set();
    throw error;
  }
}
