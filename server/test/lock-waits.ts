/**
 * Counts statements that are waiting for a lock. On Citus, the wait is on a server of the cluster, not on the
 * coordinator.
 */
import type pg from 'pg';
import { CITUS_URL } from './citus.ts';

const WAITING =
  CITUS_URL === null
    ? `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    : 'select from citus_lock_waits';

export async function lockWaits(pool: pg.Pool): Promise<number> {
  return (await pool.query(WAITING)).rowCount ?? 0;
}
