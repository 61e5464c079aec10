/**
 * One heavy job at a time, in all processes: reconciliation, the check of the invariants and the
 * deletion of old rows would slow each other down. A session lock ends with its connection, also when the
 * process is killed.
 */
import type { Database } from '../database.ts';

/** An arbitrary constant that no other program uses in this database. */
const NIGHTLY_LOCK = 7_484_885_227;

/** False, without doing the work, while another heavy job runs. */
export async function withNightlyLock(
  { pool }: Pick<Database, 'pool'>,
  work: () => Promise<void>,
): Promise<boolean> {
  const client = await pool.connect();
  let isReusable = false;
  try {
    const { rows } = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock($1) as taken',
      [NIGHTLY_LOCK],
    );
    if (!rows[0]?.taken) {
      isReusable = true;
      return false;
    }
    await work();
    return true;
  } finally {
    // A connection that may hold the lock is closed, which releases it.
    client.release(!isReusable);
  }
}
