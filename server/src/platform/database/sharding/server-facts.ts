/** Facts that each server of a Citus cluster reports about itself, for `doctor` and `status`. */
import type pg from 'pg';
import { z } from 'zod';

const factsSchema = z.object({
  version: z.string(),
  extensions: z.record(z.string(), z.string()),
  isDurable: z.boolean(),
  isReadOnly: z.boolean(),
  connectionsOpen: z.number(),
  connectionsMax: z.number(),
  databaseMb: z.number(),
  standbys: z.number(),
  /** Replay lag of the slowest standby. Null if there is none, or if the role may not see it (pg_monitor). */
  lagSeconds: z.number().nullable(),
});

export type ServerFacts = z.infer<typeof factsSchema>;

/** `reason` says why a server does not answer. */
export type ClusterServer = { server: string } & (
  | { facts: ServerFacts }
  | { facts: null; reason: string }
);

const FACTS = `select json_build_object(
  'version', current_setting('server_version'),
  'extensions', (select json_object_agg(extname, extversion) from pg_extension
    where extname in ('citus', 'pg_trgm', 'btree_gin')),
  'isDurable', current_setting('fsync') = 'on' and current_setting('synchronous_commit') <> 'off',
  'isReadOnly', pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on',
  'connectionsOpen', (select count(*) from pg_stat_activity where backend_type = 'client backend'),
  'connectionsMax', current_setting('max_connections')::int,
  'databaseMb', pg_database_size(current_database()) / 1048576,
  'standbys', (select count(*) from pg_stat_replication),
  'lagSeconds', (select max(extract(epoch from replay_lag)) from pg_stat_replication))`;

const SERVERS = `select n.nodename || ':' || n.nodeport as server, r.success as "isAnswer", r.result
  from run_command_on_all_nodes($1) r join pg_dist_node n on n.nodeid = r.nodeid order by n.groupid`;

type Answer = { server: string; isAnswer: boolean; result: string };

/** Asks all servers. One that is down does not fail the others. */
export async function readClusterServers(pool: pg.Pool): Promise<ClusterServer[]> {
  const { rows } = await pool.query<Answer>(SERVERS, [FACTS]);
  return rows.map(({ server, isAnswer, result }) =>
    isAnswer
      ? { server, facts: factsSchema.parse(JSON.parse(result)) }
      : { server, facts: null, reason: result },
  );
}
