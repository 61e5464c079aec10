/**
 * Hashes the whole database: an unchanged hash means that nothing was written anywhere. Rate-limit counters and the
 * last use of a link are excluded.
 */
import { createHash } from 'node:crypto';
import type { Database } from '../../src/platform/database/database.ts';

export async function readHash({ pool }: Pick<Database, 'pool'>): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema', 'limits') order by 1`,
  );
  const hash = createHash('sha256');
  for (const { name } of tables) {
    const { rows } = await pool.query<{ line: string }>(
      name === 'public.capabilities'
        ? `select (to_jsonb(t) - 'last_used_at')::text as line from ${name} t order by 1`
        : `select t::text as line from ${name} t order by 1`,
    );
    hash.update(`${name}\n`);
    for (const { line } of rows) hash.update(`${line}\n`);
  }
  return hash.digest('hex');
}
