/**
 * The Postgres pools and their transactions. `inCompany` runs under row-level security, in addition to the
 * conditions of every query (ADR 0021); `asSystem` is for jobs across companies. Transactions never
 * nest. Reads have connections of their own, on which statements are sent without waiting for one another
 * (decision 0055).
 */
import type { Socket } from 'node:net';
import type { CompanyId, CustomerId } from '@quittance/contract/ids';
import { type SQL, sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';

const PORTAL_ROLE = 'quittance_portal';

/**
 * Limits of every connection: a statement, a wait for a lock and a transaction that does nothing end
 * with an error instead of holding others up. Nightly queries raise the first one for themselves.
 */
const SESSION_SETTINGS = {
  TimeZone: 'UTC',
  statement_timeout: '30s',
  lock_timeout: '10s',
  idle_in_transaction_session_timeout: '60s',
} as const;

/** Connections for single statements of portal users: behind the wall of their role from the beginning. */
const PORTAL_SETTINGS = {
  ...SESSION_SETTINGS,
  role: PORTAL_ROLE,
  default_transaction_read_only: 'on',
};

function optionsOf(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/** Statements of reads take turns on few connections: more of them would only wait for the same cores. */
const READ_CONNECTIONS_MAX = 10;

type Client = {
  query<Row extends unknown[]>(
    query: pg.QueryArrayConfig,
    values: unknown[],
  ): Promise<pg.QueryArrayResult<Row>>;
};

/** A transaction that has begun. It ends with the work that it was given to. */
export type Tx = Omit<NodePgDatabase, 'transaction'> & { $client: Client };

export type Scope = { companyId: CompanyId; customerId?: CustomerId };

export type Database = {
  pool: pg.Pool;
  /**
   * Reads in the scope of one company, of one moment. Statements that need nothing of each other are awaited
   * together: they take one round trip, which is also that of the beginning.
   */
  readInCompany<Result>(scope: Scope, work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** A single statement in the scope of one company. It needs no transaction. */
  readAloneInCompany<Result>(scope: Scope, read: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** A single statement across companies, without a transaction. */
  readAlone<Result>(read: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** Runs in the scope of one company, and of one customer where `customerId` is set. */
  inCompany<Result>(scope: Scope, work: (tx: Tx) => Promise<Result>): Promise<Result>;
  asSystem<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
};

export type DatabaseOptions = {
  url: string;
  connectionsMax: number;
  /** Idle connections break when the database restarts; the pool replaces them. */
  onIdleError: (error: Error) => void;
};

/** The scope is set with the same message that begins the transaction: it costs no round trip. */
function beginIn({ companyId, customerId }: Scope, mode = ''): string {
  const settings = {
    'app.company_id': companyId,
    'app.customer_id': customerId ?? '',
    role: PORTAL_ROLE,
  };
  const set = Object.entries(settings).map(
    ([name, value]) => `set_config('${name}', ${pg.escapeLiteral(value)}, true)`,
  );
  return `begin ${mode}; select ${set.join(', ')}`;
}

/** All reads see the same moment. */
const READ_ONLY = 'isolation level repeatable read read only';

const transactions = new WeakMap<pg.PoolClient, Tx>();

/** The same object for every transaction of a connection: statements are prepared once for it. */
function txOf(client: pg.PoolClient): Tx {
  const known = transactions.get(client);
  if (known) return known;
  const tx = drizzle(client);
  transactions.set(client, tx);
  return tx;
}

const lastCalls = new WeakMap<Tx, Map<string, SQL>>();

/**
 * Calls a database function as the last thing a transaction does; a second call with the same key
 * replaces the first. For rows that most transactions write: they are locked only while the transaction
 * commits and in the order of the keys, so that two transactions cannot wait for each other.
 */
export function callBeforeCommit(tx: Tx, key: string, call: SQL): void {
  const calls = lastCalls.get(tx) ?? new Map<string, SQL>();
  lastCalls.set(tx, calls.set(key, call));
}

/** One statement for all calls. */
async function makeLastCalls(tx: Tx): Promise<void> {
  const calls = [...(lastCalls.get(tx) ?? [])].toSorted(([left], [right]) =>
    left < right ? -1 : 1,
  );
  if (calls.length === 0) return;
  const list = calls.map(([, call]) => call);
  await tx.execute(sql`select ${sql.join(list, sql`, `)}`);
}

async function untilCommitted<Result>(
  client: pg.PoolClient,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const tx = txOf(client);
  try {
    const result = await work(tx);
    await makeLastCalls(tx);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    lastCalls.delete(tx);
  }
}

/** Everything that is sent before the next tick goes out in one write: each write costs as much as a statement. */
function sendTogether(client: pg.PoolClient): void {
  // because the driver's types leave it out
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/**
 * Does not wait for the scope to be set. If it was not, the reads may have run outside of the company's scope: then
 * their result is dropped.
 */
async function readAtOnce<Result>(
  client: pg.PoolClient,
  setScope: string | pg.QueryConfig,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  sendTogether(client);
  const [set, result] = await Promise.allSettled([client.query(setScope), work(txOf(client))]);
  if (set.status === 'rejected') throw set.reason;
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

/** Until the next statement on the connection, which sets another scope. */
function scopeOfConnection({ companyId, customerId }: Scope): pg.QueryConfig {
  return {
    name: 'scope',
    text: "select set_config('app.company_id', $1, false), set_config('app.customer_id', $2, false)",
    values: [companyId, customerId ?? ''],
  };
}

function openPool({ url, onIdleError }: DatabaseOptions, settings: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    options: optionsOf(SESSION_SETTINGS),
    ...settings,
  });
  pool.on('error', onIdleError);
  // A connection can also break while it is checked out; then its query rejects.
  pool.on('connect', (client) => client.on('error', onIdleError));
  return pool;
}

export function openDatabase(options: DatabaseOptions): Database {
  const { connectionsMax } = options;
  const pool = openPool(options, { max: connectionsMax });
  const ofReads = { max: Math.min(connectionsMax, READ_CONNECTIONS_MAX), pipeline: true };
  const readPool = openPool(options, ofReads);
  const portalPool = openPool(options, { ...ofReads, options: optionsOf(PORTAL_SETTINGS) });
  const alone = drizzle(readPool);
  /** Releases the connection also when it breaks before the transaction begins. */
  async function transaction<Result>(
    begin: string,
    work: (tx: Tx) => Promise<Result>,
  ): Promise<Result> {
    const client = await pool.connect();
    try {
      await client.query(begin);
      return await untilCommitted(client, work);
    } finally {
      client.release();
    }
  }
  async function readInCompany<Result>(scope: Scope, work: (tx: Tx) => Promise<Result>) {
    const client = await readPool.connect();
    try {
      return await readAtOnce(client, beginIn(scope, READ_ONLY), work);
    } finally {
      // The caller does not wait for it: what the connection is used for next comes after it.
      sendTogether(client);
      client.query('commit').catch(() => undefined);
      client.release();
    }
  }
  async function readAloneInCompany<Result>(scope: Scope, read: (tx: Tx) => Promise<Result>) {
    const client = await portalPool.connect();
    try {
      return await readAtOnce(client, scopeOfConnection(scope), read);
    } finally {
      client.release();
    }
  }
  return {
    pool,
    inCompany: (scope, work) => transaction(beginIn(scope), work),
    asSystem: (work) => transaction('begin', work),
    readInCompany,
    readAloneInCompany,
    readAlone: (read) => read(alone),
    close: async () => {
      await Promise.all([pool.end(), readPool.end(), portalPool.end()]);
    },
  };
}

/** The name of the violated unique or check constraint; null for any other error. */
export function violatedConstraint(error: unknown): string | null {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  if (cause instanceof pg.DatabaseError && (cause.code === '23505' || cause.code === '23514')) {
    return cause.constraint ?? null;
  }
  return null;
}
