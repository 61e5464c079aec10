/** Checks whether the tables of a database are distributed over several servers (ADR 0084). */
import type pg from 'pg';

const QUESTION = `select exists (select from pg_extension where extname = 'citus') as "isDistributed"`;

export async function isDistributedDatabase(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ isDistributed: boolean }>(QUESTION);
  return rows[0]?.isDistributed ?? false;
}

/** Queried once per pool, and again only if the query failed. */
export function findDistribution(pool: pg.Pool): () => Promise<boolean> | boolean {
  let known: boolean | null = null;
  return () => {
    if (known !== null) return known;
    return isDistributedDatabase(pool).then((answer) => {
      known = answer;
      return answer;
    });
  };
}

const DISTRIBUTED_TABLES = `select from pg_dist_partition where partmethod = 'h' limit 1`;

/** A cluster may have the extension but no distributed tables. */
export async function hasDistributedTables(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ isDistributed: boolean }>(QUESTION);
  if (!rows[0]?.isDistributed) return false;
  return (await client.query(DISTRIBUTED_TABLES)).rowCount === 1;
}
