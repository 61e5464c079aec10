/**
 * Distributes the tables of a migrated database over the servers of a Citus cluster, by company (ADR 0084).
 * Everything happens in one transaction. Tables that are already distributed stay unchanged.
 */
import pg from 'pg';
import { listConnectedProcesses } from '../postgres-facts.ts';
import { isDistributedDatabase } from './is-distributed.ts';
import { ANNOUNCING_FUNCTION, CONNECTING_ROLES, LOCAL_TABLES, REFERENCE_TABLES } from './places.ts';

/** Reason for the operator why the tables cannot be distributed. */
export class NotDistributable extends Error {
  override readonly name = 'NotDistributable';
}

const NO_CITUS =
  'This database is a plain Postgres: it has no extension citus. One server is enough until docs/scale.md says otherwise.';
const running = (processes: readonly string[]) =>
  `Statements of running processes would wait for the distribution, and it for them. Stop: ${processes.join(', ')}.`;
const NO_SERVERS =
  'The cluster has no other servers. Name the coordinator (citus_set_coordinator_host) and add them (citus_add_node).';

export type Placement = {
  servers: string[];
  distributed: string[];
  reference: string[];
  local: string[];
  /** Tables that are still only on the coordinator but should be distributed. */
  waiting: string[];
};

type Table = { name: string; kind: string | null };

/** Lists the tables of our schemas. Tables of the job queue and of Citus stay where they are. */
const TABLES = `select case n.nspname when 'public' then c.relname else n.nspname || '.' || c.relname end as name,
    p.partmethod as kind
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  left join pg_dist_partition p on p.logicalrelid = c.oid and not p.autoconverted
  where c.relkind = 'r' and n.nspname in ('public', 'limits')
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    and not exists (select from pg_dist_shard s
      where c.relname = split_part(s.logicalrelid::regclass::text, '.', -1) || '_' || s.shardid)
  order by 1`;

const SERVERS = `select nodename || ':' || nodeport as server from pg_dist_node
  where isactive and noderole = 'primary' and shouldhaveshards order by 1`;

const HASH = 'h';
const COPIES = 'n';

const has = (names: readonly string[], name: string) => names.includes(name);

async function placementOn(client: pg.ClientBase): Promise<Placement> {
  const { rows: tables } = await client.query<Table>(TABLES);
  const { rows: servers } = await client.query<{ server: string }>(SERVERS);
  const of = (isWanted: (table: Table) => boolean) =>
    tables.filter(isWanted).map(({ name }) => name);
  return {
    servers: servers.map(({ server }) => server),
    distributed: of(({ kind }) => kind === HASH),
    reference: of(({ kind, name }) => kind === COPIES && has(REFERENCE_TABLES, name)),
    local: of(({ name }) => has(LOCAL_TABLES, name)),
    waiting: of(
      ({ kind, name }) =>
        !has(LOCAL_TABLES, name) &&
        kind !== HASH &&
        !(kind === COPIES && has(REFERENCE_TABLES, name)),
    ),
  };
}

async function onConnection<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  if (!(await isDistributedDatabase(pool))) throw new NotDistributable(NO_CITUS);
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    // The connection has the settings of this work, so it is not reused.
    client.release(true);
  }
}

export function readPlacement(pool: pg.Pool): Promise<Placement> {
  return onConnection(pool, placementOn);
}

type Reference = { table: string; name: string; definition: string };

const REFERENCES = `select conrelid::regclass::text as table, conname as name,
    pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
    and (conrelid::regclass::text = any($1) or confrelid::regclass::text = any($1))`;

/**
 * A table cannot be distributed while an undistributed table references it. References are recreated at the end.
 */
async function withoutReferences(
  client: pg.ClientBase,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const { rows: references } = await client.query<Reference>(REFERENCES, [tables]);
  for (const { table, name } of references) {
    await client.query(`alter table ${table} drop constraint ${pg.escapeIdentifier(name)}`);
  }
  await work();
  for (const { table, name, definition } of references) {
    await client.query(
      `alter table ${table} add constraint ${pg.escapeIdentifier(name)} ${definition}`,
    );
  }
}

type Trigger = { table: string; name: string; definition: string };

const TRIGGERS = `select tgrelid::regclass::text as table, tgname as name,
    pg_get_triggerdef(oid) as definition
  from pg_trigger where not tgisinternal and tgrelid::regclass::text = any($1)`;

/** Copied rows are not new: the effects of the triggers already exist and are copied too. */
async function withoutTriggers(
  client: pg.ClientBase,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const { rows: triggers } = await client.query<Trigger>(TRIGGERS, [tables]);
  for (const { table, name } of triggers) {
    await client.query(`drop trigger ${pg.escapeIdentifier(name)} on ${table}`);
  }
  await work();
  for (const { definition } of triggers) await client.query(definition);
}

/**
 * Each server numbers the balance changes of its invoices in its own range. Rows that were numbered on another
 * cluster would collide.
 */
const RENUMBER = `update balance_changes set id = nextval('balance_changes_id_seq')
  where id >= 281474976710656`;

/** Citus repeats the whole text that sets something on every server, so a text has only one statement. */
async function send(client: pg.ClientBase, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await client.query(statement);
}

/** Scopes are propagated to the servers that hold the rows, on connections of the roles they belong to. */
async function passOnScopes(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  const database = pg.escapeIdentifier(rows[0]?.name ?? '');
  await client.query(`alter database ${database} set citus.propagate_set_commands = 'local'`);
  for (const role of CONNECTING_ROLES) await client.query(`alter role ${role} login`);
}

async function place(client: pg.ClientBase, waiting: readonly string[]): Promise<void> {
  const [references, others] = [
    waiting.filter((name) => has(REFERENCE_TABLES, name)),
    waiting.filter((name) => !has(REFERENCE_TABLES, name)),
  ];
  for (const name of references) await client.query('select create_reference_table($1)', [name]);
  // All rows of the same company are placed on the same server.
  const { rows } = await client.query<{ name: string }>(
    `select logicalrelid::regclass::text as name from pg_dist_partition where partmethod = 'h' limit 1`,
  );
  let first = rows[0]?.name ?? 'default';
  for (const name of others) {
    const text = "select create_distributed_table($1, 'company_id', colocate_with => $2)";
    await client.query(text, [name, first]);
    if (first === 'default') first = name;
  }
}

/** Moving a shard while it is written needs to identify rows, for which a deferrable primary key does not count. */
const UNIDENTIFIED = `select c.oid::regclass::text as name from pg_class c
  join pg_dist_partition p on p.logicalrelid = c.oid and p.partmethod = '${HASH}'
  where c.relreplident = 'd' and not exists (select from pg_index i
    where i.indrelid = c.oid and i.indisprimary and i.indimmediate)`;

async function identifyRows(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(UNIDENTIFIED);
  for (const { name } of rows) await client.query(`alter table ${name} replica identity full`);
}

/** Locks are taken in the order of the table names. Two concurrent calls wait for each other. */
const DISTRIBUTION_LOCK = 7_484_885_231;

export function distribute(pool: pg.Pool): Promise<Placement> {
  return onConnection(pool, async (client) => {
    // No timeouts, since copying rows to the other servers can take a long time.
    await client.query('begin');
    try {
      await send(client, ['set local statement_timeout = 0', 'set local lock_timeout = 0']);
      await client.query('select pg_advisory_xact_lock($1)', [DISTRIBUTION_LOCK]);
      const { servers, waiting } = await placementOn(client);
      if (servers.length === 0) throw new NotDistributable(NO_SERVERS);
      const processes = await listConnectedProcesses(client);
      if (processes.length > 0) throw new NotDistributable(running(processes));
      await send(client, [
        'set local citus.enable_unsafe_triggers = on',
        "set local citus.multi_shard_modify_mode = 'sequential'",
        'set local client_min_messages = warning',
      ]);
      await client.query(`drop function if exists ${ANNOUNCING_FUNCTION} cascade`);
      await passOnScopes(client);
      if (has(waiting, 'balance_changes')) await client.query(RENUMBER);
      await withoutTriggers(client, waiting, () =>
        withoutReferences(client, waiting, () => place(client, waiting)),
      );
      await identifyRows(client);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    }
    return placementOn(client);
  });
}
