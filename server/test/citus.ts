/**
 * Creates a migrated and distributed database on the Citus cluster at CITUS_URL, a superuser URL of the coordinator
 * on which the other servers are registered. If CITUS_URL is set, test files get their databases there instead of
 * from the embedded Postgres.
 */
import pg from 'pg';
import { migrate } from '../src/platform/database/migrate.ts';
import { distribute } from '../src/platform/database/sharding/distribute.ts';

export const CITUS_URL = process.env['CITUS_URL'] ?? null;

type Node = { host: string; port: number; isCoordinator: boolean };

async function onServer<Result>(
  url: URL,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function readNodes(cluster: URL): Promise<Node[]> {
  const { rows } = await onServer(cluster, (client) =>
    client.query<Node>(`select nodename as host, nodeport as port, groupid = 0 as "isCoordinator"
      from pg_dist_node order by groupid`),
  );
  return rows;
}

function urlOn(cluster: URL, { host, port }: Node, database: string): URL {
  const url = new URL(cluster);
  url.hostname = host;
  url.port = String(port);
  url.pathname = `/${database}`;
  return url;
}

async function distributeAll(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  try {
    await distribute(pool);
  } finally {
    await pool.end();
  }
}

/** All databases of a server share its roles, so creating two at the same time would change the same rows. */
const ONE_AT_A_TIME = 'select pg_advisory_lock(8437)';

/**
 * Each shard is a table with its indexes, so a database with fewer of them is made faster. Two servers hold two of
 * each table, so that companies share a shard, a server, or neither.
 */
const FEW_SHARDS = 'set citus.shard_count = 4';

type CitusDatabase = { url: string; drop(): Promise<void> };

type Cluster = { url: URL; nodes: Node[] };

async function findCluster(cluster: string): Promise<Cluster> {
  const url = new URL(cluster);
  return { url, nodes: await readNodes(url) };
}

/** Calls the work on each server. The coordinator is the last one. */
async function onServers(
  { url, nodes }: Cluster,
  work: (client: pg.Client, node: Node) => Promise<unknown>,
): Promise<void> {
  for (const node of [...nodes].reverse()) {
    const server = urlOn(url, node, url.pathname.slice(1));
    await onServer(server, (client) => work(client, node));
  }
}

function toDatabase(cluster: Cluster, name: string): CitusDatabase {
  const url = new URL(cluster.url);
  url.pathname = `/${name}`;
  const drop = () =>
    onServers(cluster, (client) => client.query(`drop database ${name} with (force)`));
  return { url: url.href, drop };
}

/** Returns the URL on the coordinator, and a function that drops the database on all servers. */
export async function citusDatabase(
  cluster: string,
  name: string,
  { isDistributed = true } = {},
): Promise<CitusDatabase> {
  const found = await findCluster(cluster);
  return onServer(found.url, async (client) => {
    await client.query(ONE_AT_A_TIME);
    const made = await makeDatabase(found, name);
    await migrate(made.url);
    if (isDistributed) await distributeAll(made.url);
    return made;
  });
}

async function makeDatabase(cluster: Cluster, name: string): Promise<CitusDatabase> {
  const { url, nodes } = cluster;
  await onServers(cluster, async (client, node) => {
    await client.query(`create database ${name}`);
    await onServer(urlOn(url, node, name), (inside) => inside.query('create extension citus'));
  });
  const made = toDatabase(cluster, name);
  await onServer(new URL(made.url), async (client) => {
    for (const { host, port, isCoordinator } of nodes) {
      const add = isCoordinator ? 'citus_set_coordinator_host' : 'citus_add_node';
      await client.query(`select ${add}($1, $2)`, [host, port]);
    }
  });
  await onServer(url, (client) => client.query(`alter database ${name} ${FEW_SHARDS}`));
  return made;
}

/** A migrated and distributed database that is only cloned: nothing may connect to it, not even Citus itself. */
export async function citusTemplate(cluster: string, name: string): Promise<CitusDatabase> {
  const made = await citusDatabase(cluster, name);
  await onServers(await findCluster(cluster), async (client) => {
    await client.query(`alter database ${name} allow_connections false`);
    await client.query(
      'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1',
      [name],
    );
  });
  return made;
}

/** The tables that say what is on which server are in the database, so each server clones its own. */
export async function cloneCitusDatabase(
  cluster: string,
  { name, template }: { name: string; template: string },
): Promise<CitusDatabase> {
  const found = await findCluster(cluster);
  await onServers(found, async (client) => {
    await client.query(`create database ${name} template ${template} strategy file_copy`);
  });
  // Settings of a database are not cloned with it. Those of roles belong to all databases.
  await onServer(found.url, (client) =>
    client.query(`alter database ${name} set citus.propagate_set_commands = 'local'`),
  );
  return toDatabase(found, name);
}
