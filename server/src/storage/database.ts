/**
 * The Postgres pools and their transactions. `inCompany` runs under row-level security, in addition to the
 * conditions of every query (ADR 0021); `asSystem` is for jobs across companies. Transactions never
 * nest. Reads have connections of their own, on which statements are sent without waiting for one another
 * (decision 0055).
 */
import type { CompanyId, CustomerId } from '@quittance/contract/ids';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { beginOn, nameStatements, sendOn } from './connection.ts';

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
  const statements = { query: (...args: unknown[]) => sendOn(client, ...args) };
  // because Drizzle only sends statements on a connection
  const tx = drizzle(statements as unknown as pg.PoolClient);
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

const sentAhead = new WeakMap<Tx, Promise<unknown>[]>();

/**
 * Sends a statement whose result is not needed, without waiting for it. Statements of a transaction are executed in the
 * order in which they are sent, and it is not committed unless all have succeeded.
 */
export function sendAhead(tx: Tx, statement: { execute(): Promise<unknown> }): void {
  const sent = statement.execute();
  // Looked at before the commit.
  sent.catch(() => undefined);
  const earlier = sentAhead.get(tx);
  if (earlier) earlier.push(sent);
  else sentAhead.set(tx, [sent]);
}

/**
 * Waits for all, also after one has failed, and then throws the first failure: no statement of a transaction may be
 * left that is sent after its end.
 */
export async function together<const Statements extends readonly unknown[]>(
  statements: Statements,
): Promise<{ -readonly [Key in keyof Statements]: Awaited<Statements[Key]> }> {
  await Promise.allSettled(statements);
  return Promise.all(statements);
}

/** Postgres refuses every statement after a failed one. */
const REFUSED_AFTER_FAILURE = '25P02';

function isConsequence(error: unknown): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return cause instanceof pg.DatabaseError && cause.code === REFUSED_AFTER_FAILURE;
}

/** The failure of a statement that was not waited for is the cause of those after it. */
async function causeOf(error: unknown, tx: Tx): Promise<unknown> {
  const ends = await Promise.allSettled(sentAhead.get(tx) ?? []);
  const first = ends.find((end) => end.status === 'rejected');
  return first && isConsequence(error) ? first.reason : error;
}

async function untilCommitted<Result>(
  client: pg.PoolClient,
  wake: Wake,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const tx = txOf(client);
  try {
    const result = await work(tx);
    await together(sentAhead.get(tx) ?? []);
    await sendOn(client, 'commit');
    for (const task of wakings.get(tx) ?? []) wake(task);
    return result;
  } catch (error) {
    const cause = await causeOf(error, tx);
    await sendOn(client, 'rollback');
    throw cause;
  } finally {
    wakings.delete(tx);
    sentAhead.delete(tx);
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
    pipeline: true,
    ...settings,
  });
  nameStatements(pool);
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
  });
  const alone = drizzle(readPool);
  const listeners: Wake[] = [];
  const wake: Wake = (task) => {
    for (const listener of listeners) listener(task);
  };
  async function transaction<Result>(
    begin: string,
    work: (tx: Tx) => Promise<Result>,
  ): Promise<Result> {
    const client = await pool.connect();
    const began = beginOn(client, begin);
    const [beginning, end] = await Promise.allSettled([began, untilCommitted(client, wake, work)]);
    // A connection on which no transaction begins is not used again.
    client.release(beginning.status === 'rejected');
    if (beginning.status === 'rejected') throw beginning.reason;
    if (end.status === 'rejected') throw end.reason;
    return end.value;
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
  /** Another statement may have noted a task meanwhile: to wake it too early does no harm. */
  async function writeAlone<Result>(write: (tx: Tx) => Promise<Result>): Promise<Result> {
    const result = await write(alone);
    for (const task of wakings.get(alone) ?? []) wake(task);
    wakings.delete(alone);
    return result;
  }
  return {
    pool,
    inCompany: (scope, work) => transaction(beginIn(scope), work),
    asSystem: (work) => transaction('begin', work),
    readInCompany,
    readAlone: (read) => read(alone),
    writeAlone,
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
