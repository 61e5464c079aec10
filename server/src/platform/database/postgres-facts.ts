/** Facts that Postgres reports about itself, for the checks of an installation. */
import type pg from 'pg';

export const EMBEDDED_CLUSTER = 'quittance_embedded';

export type PostgresFacts = {
  version: number;
  isEmbedded: boolean;
  connectionsMax: number;
  connectionsOpen: number;
  /** A commit that was acknowledged survives a crash. */
  isDurable: boolean;
  isReadOnly: boolean;
  encoding: string;
  /** A worker runs apart from the web processes. */
  isWorkerApart: boolean;
  aheadMs: number;
};

const FACTS = `
select current_setting('server_version_num')::int / 10000 as version,
  current_setting('cluster_name') = $2 as "isEmbedded",
  least(
    current_setting('max_connections')::int
      - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true), '0')::int,
    nullif((select rolconnlimit from pg_roles where rolname = current_user), -1),
    nullif((select datconnlimit from pg_database where datname = current_database()), -1)
  ) as "connectionsMax",
  (select count(*)::int from pg_stat_activity where backend_type = 'client backend')
    as "connectionsOpen",
  current_setting('fsync') = 'on' and current_setting('synchronous_commit') <> 'off' as "isDurable",
  pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "isReadOnly",
  current_setting('server_encoding') as encoding,
  exists (select from pg_stat_activity
    where datname = current_database() and application_name = 'quittance worker') as "isWorkerApart",
  extract(epoch from clock_timestamp() - $1::timestamptz)::float8 * 1000 as "aheadMs"`;

export async function readPostgresFacts(pool: pg.Pool, now: () => string): Promise<PostgresFacts> {
  // The connection is opened first, so that the time it takes does not affect the clock comparison.
  await pool.query('select 1');
  const { rows } = await pool.query<PostgresFacts>(FACTS, [now(), EMBEDDED_CLUSTER]);
  const [facts] = rows;
  if (!facts) throw new Error('Postgres told nothing about itself');
  return facts;
}

const WORKER_NAMES = ['quittance worker', 'quittance all'];

/** Name of a process's connections, from which other processes can see which roles are running. */
export function connectionName(role: 'all' | 'web' | 'worker'): string {
  return `quittance ${role}`;
}

const PROCESSES = `
select application_name || coalesce(' at ' || host(client_addr), '') as process
from pg_stat_activity where datname = current_database() and application_name = any($1)
group by 1 order by 1`;

/** Processes of the portal that are connected to the database, by role and machine. */
export async function listConnectedProcesses(
  pool: Pick<pg.ClientBase, 'query'>,
): Promise<string[]> {
  const names = (['all', 'web', 'worker'] as const).map(connectionName);
  const { rows } = await pool.query<{ process: string }>(PROCESSES, [names]);
  return rows.map(({ process }) => process);
}

export type WorkerFacts = {
  isConnected: boolean;
  /** Seconds since the worker's last cron run, which happens every minute, or since it connected. */
  silentSeconds: number;
};

const WORKERS = `
select count(*) > 0 as "isConnected",
  extract(epoch from now() - greatest(
    min(backend_start), (select max(last_execution) from graphile_worker._private_known_crontabs)
  ))::float8 as "silentSeconds"
from pg_stat_activity where datname = current_database() and application_name = any($1)`;

export async function readWorkerFacts(pool: pg.Pool): Promise<WorkerFacts> {
  const { rows } = await pool.query<WorkerFacts>(WORKERS, [WORKER_NAMES]);
  return rows[0] ?? { isConnected: false, silentSeconds: 0 };
}
