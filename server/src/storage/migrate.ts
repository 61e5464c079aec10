/**
 * Brings a database to the newest schema: first the job queue's own, then ours, forward only. An
 * advisory lock makes processes that start together wait for the first one. It never undoes, and it
 * does not decide when: main and the tests do.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { runMigrations as migrateJobQueue } from 'graphile-worker';
import pg from 'pg';
import { z } from 'zod';

/**
 * The SQL files exist once, among the sources: the compiler copies none. This module is
 * server/src/storage/migrate.ts or server/dist/storage/migrate.js, and from both the same two steps
 * up and four names down lead there.
 */
const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../src/storage/migrations', import.meta.url));
const BOOKS = { migrationsSchema: 'drizzle', migrationsTable: '__drizzle_migrations' } as const;

/** Any constant will do, as long as no other program takes the same one in this database. */
const MIGRATION_LOCK = 7_484_885_226;
const UNDEFINED_TABLE = '42P01';

const journalSchema = z.object({
  entries: z.array(z.object({ tag: z.string(), when: z.number() })),
});

function journal() {
  const text = readFileSync(`${MIGRATIONS_FOLDER}/meta/_journal.json`, 'utf8');
  return journalSchema.parse(JSON.parse(text)).entries;
}

/** In the order in which they are applied. */
export function migrationNames(): string[] {
  return journal().map((entry) => entry.tag);
}

export async function migrate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  // A connection that breaks makes the statement on it fail; that error is the one to report.
  client.on('error', () => undefined);
  await client.connect();
  try {
    // The lock belongs to the session and ends with it, also when this process is killed.
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrateJobQueue({ connectionString: url });
    await applyMigrations(drizzle(client), { migrationsFolder: MIGRATIONS_FOLDER, ...BOOKS });
  } finally {
    await client.end();
  }
}

/** Names of the migrations this program knows and the database has not seen. */
export async function pendingMigrations(pool: pg.Pool): Promise<string[]> {
  const applied = await appliedAt(pool);
  return journal()
    .filter((entry) => !applied.has(entry.when))
    .map((entry) => entry.tag);
}

async function appliedAt(pool: pg.Pool): Promise<ReadonlySet<number>> {
  const { migrationsSchema, migrationsTable } = BOOKS;
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
