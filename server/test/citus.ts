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

type CitusDatabase = { url: string; drop(): Promise<void> };

/** Returns the URL on the coordinator, and a function that drops the database on all servers. */
export function citusDatabase(
  cluster: string,
  name: string,
  { isDistributed = true } = {},
): Promise<CitusDatabase> {
  return onServer(new URL(cluster), async (client) => {
    await client.query(ONE_AT_A_TIME);
    const made = await makeDatabase(cluster, name);
    await migrate(made.url);
    if (isDistributed) await distributeAll(made.url);
    return made;
  });
}

async function makeDatabase(cluster: string, name: string): Promise<CitusDatabase> {
  const nodes = await readNodes(new URL(cluster));
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  for (const node of nodes) {
    const server = urlOn(new URL(cluster), node, new URL(cluster).pathname.slice(1));
    await onServer(server, (client) => client.query(`create database ${name}`));
    const inside = urlOn(new URL(cluster), node, name);
    await onServer(inside, (client) => client.query('create extension citus'));
  }
  await onServer(url, async (client) => {
    for (const { host, port, isCoordinator } of nodes) {
      const add = isCoordinator ? 'citus_set_coordinator_host' : 'citus_add_node';
      await client.query(`select ${add}($1, $2)`, [host, port]);
    }
  });
  const drop = async () => {
    for (const node of [...nodes].reverse()) {
      const server = urlOn(new URL(cluster), node, new URL(cluster).pathname.slice(1));
      await onServer(server, (client) => client.query(`drop database ${name} with (force)`));
    }
  };
  return { url: url.href, drop };
}
