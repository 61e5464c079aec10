/**
 * Runs one heavy job at a time, across all processes: reconciliation, the invariant check and the deletion of old
 * rows would slow each other down. A session lock ends with its connection, even if the process is killed.
 */
import type { Database } from './database.ts';

/** An arbitrary constant that no other program uses in this database. */
const NIGHTLY_LOCK = 7_484_885_227;

/** Returns false, without running the work, if another heavy job is running. */
export async function withNightlyLock(
  { pool }: Pick<Database, 'pool'>,
  work: () => Promise<void>,
): Promise<boolean> {
  const client = await pool.connect();
  const ask = async (call: string) => {
    const { rows } = await client.query<{ done: boolean }>(`select ${call}($1) as done`, [
      NIGHTLY_LOCK,
    ]);
    return rows[0]?.done ?? false;
  };
  let isReusable = false;
  try {
    const isFree = await ask('pg_try_advisory_lock');
    try {
      if (isFree) await work();
    } finally {
      isReusable = isFree ? await ask('pg_advisory_unlock') : true;
    }
    return isFree;
  } finally {
    // A connection that may still hold the lock is closed, which releases it.
    client.release(!isReusable);
  }
}
