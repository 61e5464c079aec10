/**
 * The Postgres pools and their transactions. `inCompany` runs under row-level security, in addition to the
 * conditions of every query (ADR 0021); `asSystem` is for jobs across companies. Transactions never
 * nest. Reads have connections of their own, on which statements are sent without waiting for one another
 * (decision 0055).
 */
import type { CompanyId, CustomerId } from '@quittance/contract/ids';
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

const SESSION_OPTIONS = Object.entries(SESSION_SETTINGS)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');

/** Statements of reads take turns on few connections: more of them would only wait for the same cores. */
const READ_CONNECTIONS_MAX = 10;

/** A transaction that has begun. It ends with the work that it was given to. */
export type Tx = Omit<NodePgDatabase, 'transaction'>;

export type Scope = { companyId: CompanyId; customerId?: CustomerId };

export type Database = {
  pool: pg.Pool;
  /**
   * Reads in the scope of one company, of one moment. Statements that need nothing of each other are awaited
   * together: they take one round trip, which is also that of the beginning.
   */
  readInCompany<Result>(scope: Scope, work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** A single statement across companies, without a transaction. */
  readAlone<Result>(read: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** The same for a statement that writes: it is a transaction of its own. */
  writeAlone<Result>(write: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** Runs in the scope of one company, and of one customer where `customerId` is set. */
  inCompany<Result>(scope: Scope, work: (tx: Tx) => Promise<Result>): Promise<Result>;
  asSystem<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** Calls the listener with each task that a committed transaction of this process has work for. */
  onWork(listener: (task: string) => void): void;
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

const wakings = new WeakMap<Tx, Set<string>>();

/**
 * Notes a task that has work once this transaction is committed. Only a matter of speed: the work is in the rows,
 * where every process looks for it once a second.
 */
export function wakeAfterCommit(tx: Tx, task: string): void {
  wakings.set(tx, (wakings.get(tx) ?? new Set()).add(task));
}

type Wake = (task: string) => void;

async function untilCommitted<Result>(
  client: pg.PoolClient,
  wake: Wake,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const tx = txOf(client);
  try {
    const result = await work(tx);
    await client.query('commit');
    for (const task of wakings.get(tx) ?? []) wake(task);
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    wakings.delete(tx);
  }
}

/**
 * Does not wait for the transaction to begin. If it did not, the reads may have run outside of the company's
 * scope: then their result is dropped.
 */
async function readAtOnce<Result>(
  client: pg.PoolClient,
  begin: string,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const [began, result] = await Promise.allSettled([client.query(begin), work(txOf(client))]);
  if (began.status === 'rejected') throw began.reason;
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

function openPool({ url, onIdleError }: DatabaseOptions, settings: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    options: SESSION_OPTIONS,
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
  const readPool = openPool(options, {
    max: Math.min(connectionsMax, READ_CONNECTIONS_MAX),
    pipeline: true,
  });
  const alone = drizzle(readPool);
  const listeners: Wake[] = [];
  const wake: Wake = (task) => {
    for (const listener of listeners) listener(task);
  };
  /** Releases the connection also when it breaks before the transaction begins. */
  async function transaction<Result>(
    begin: string,
    work: (tx: Tx) => Promise<Result>,
  ): Promise<Result> {
    const client = await pool.connect();
    try {
      await client.query(begin);
      return await untilCommitted(client, wake, work);
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
      client.query('commit').catch(() => undefined);
      client.release();
    }
  }
  return {
    pool,
    inCompany: (scope, work) => transaction(beginIn(scope), work),
    asSystem: (work) => transaction('begin', work),
    readInCompany,
    readAlone: (read) => read(alone),
    writeAlone: (write) => write(alone),
    onWork: (listener) => void listeners.push(listener),
    close: async () => {
      await Promise.all([pool.end(), readPool.end()]);
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
