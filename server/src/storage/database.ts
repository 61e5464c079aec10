/**
 * The Postgres pool and its transactions. `inCompany` runs under row-level security, in addition to the
 * conditions of every query (ADR 0021); `asSystem` is for jobs across companies. Transactions never
 * nest.
 */
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

const SESSION_OPTIONS = Object.entries(SESSION_SETTINGS)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');

/** A transaction that has begun. It ends with the work that it was given to. */
export type Tx = Omit<NodePgDatabase, 'transaction'>;

export type Scope = { companyId: CompanyId; customerId?: CustomerId };

export type Database = {
  pool: pg.Pool;
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
function beginIn({ companyId, customerId }: Scope): string {
  const settings = {
    'app.company_id': companyId,
    'app.customer_id': customerId ?? '',
    role: PORTAL_ROLE,
  };
  const set = Object.entries(settings).map(
    ([name, value]) => `set_config('${name}', ${pg.escapeLiteral(value)}, true)`,
  );
  return `begin; select ${set.join(', ')}`;
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
  try {
    const tx = drizzle(client);
    const result = await work(tx);
    await makeLastCalls(tx);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

export function openDatabase({ url, connectionsMax, onIdleError }: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: connectionsMax,
    connectionTimeoutMillis: 5000,
    options: SESSION_OPTIONS,
  });
  pool.on('error', onIdleError);
  // A connection can also break while it is checked out; then its query rejects.
  pool.on('connect', (client) => client.on('error', onIdleError));
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
  return {
    pool,
    inCompany: (scope, work) => transaction(beginIn(scope), work),
    asSystem: (work) => transaction('begin', work),
    close: () => pool.end(),
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
