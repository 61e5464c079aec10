/**
 * The Postgres pools and their transactions. `inCompany` runs under row-level security, in addition to the
 * conditions of every query (ADR 0021). `asSystem` is for jobs across companies. Transactions never nest. Reads
 * have their own connections, on which statements are sent without waiting for one another (ADR 0055).
 */
import { invariant } from '@quittance/domain/invariant';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import {
  type Beginning,
  beginOn,
  nameStatements,
  openAll,
  sendTogether,
  WITHOUT_JIT,
} from './connection.ts';
import { findDistribution } from './sharding/is-distributed.ts';
import {
  noteDistributed,
  readAtOnce,
  type Scope,
  scopeOfConnection,
  type Tx,
  takeWakings,
  untilCommitted,
  type Wake,
} from './transaction.ts';

export type { Scope, Tx } from './transaction.ts';

const PORTAL_ROLE = 'quittance_portal';
const PROVIDER_ROLE = 'quittance_provider';

/**
 * Limits for every connection: a slow statement, a long wait for a lock or an idle transaction ends with an error
 * instead of blocking others. Nightly queries raise the first limit for themselves. A pooler gives each transaction
 * another connection, so it has to apply them to those that it opens (docs/production.md).
 */
export const SESSION_SETTINGS = {
  TimeZone: 'UTC',
  ...WITHOUT_JIT,
  statement_timeout: '30s',
  lock_timeout: '10s',
  idle_in_transaction_session_timeout: '1min',
} as const;

/**
 * A generic plan shared by all customers expects few rows for each, and would sort all rows of a customer who has
 * many. Pages are read along an index instead.
 */
const READ_SETTINGS = { ...SESSION_SETTINGS, enable_sort: 'off' } as const;

/**
 * Without this setting, Postgres plans some statements for every execution, which takes longer than executing them.
 */
const PLANNED_ONCE = { plan_cache_mode: 'force_generic_plan' } as const;

/**
 * Settings for single statements of portal users. These connections are restricted to the portal role from the
 * start.
 */
const PORTAL_SETTINGS = {
  ...READ_SETTINGS,
  ...PLANNED_ONCE,
  role: PORTAL_ROLE,
  default_transaction_read_only: 'on',
};

function toOptions(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/**
 * Maximum for each of two kinds of read connections. Reads share a few connections, because more of them would wait
 * for the same cores.
 */
const READ_CONNECTIONS_MAX = 5;

/** Connections to the replica: as many as the long reads that one process runs concurrently. */
const REPLICA_CONNECTIONS_MAX = 4;

export function connectionsWith(poolSize: number): number {
  return poolSize + 2 * Math.min(poolSize, READ_CONNECTIONS_MAX);
}

export type Session = { inTransaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> };

export type Database = {
  pool: pg.Pool;
  /**
   * Reads in the scope of one company, from one snapshot. Await independent statements together: they take a single
   * round trip, which also begins the transaction.
   */
  readForCompany<Result>(scope: Scope, work: (tx: Tx) => Promise<Result>): Promise<Result>;
  readAloneInCompany<Result>(scope: Scope, read: (tx: Tx) => Promise<Result>): Promise<Result>;
  readAlone<Result>(read: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** Runs a single writing statement across companies, which is its own transaction. */
  writeAlone<Result>(write: (tx: Tx) => Promise<Result>): Promise<Result>;
  inCompany<Result>(scope: Scope, work: (tx: Tx) => Promise<Result>): Promise<Result>;
  asSystem<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** Runs several transactions in the same scope on one connection. Temporary tables last until the work ends. */
  inSession<Result>(scope: Scope, work: (session: Session) => Promise<Result>): Promise<Result>;
  /** Returns whether the tables are spread over several servers (ADR 0084). */
  isDistributed(): Promise<boolean> | boolean;
  /**
   * Calls the listener with each task for which a committed transaction of this process has created work, and the
   * companies of the work.
   */
  onWork(listener: Wake): void;
  warmUp(): Promise<unknown>;
  close(): Promise<void>;
};

const CONNECT_MS_MAX = 5000;

export type DatabaseOptions = {
  url: string;
  name?: string;
  connectionsMax: number;
  /**
   * PgBouncer in transaction mode in front of the same database, for transactions in the scope of a company and of the
   * system. What belongs to a session, such as notifications, the job queue and temporary tables, uses `url`; so do
   * statements outside of transactions, because a transaction may need one while it waits for others in the pooler.
   */
  poolerUrl?: string | null;
  /** A standby for long snapshot reads. If it is not set or not available, the primary is used. */
  replicaUrl?: string | null;
  /** Time for a connection, including the wait for a free one. Default: CONNECT_MS_MAX. */
  connectMsMax?: number;
  /** Idle connections break when the database restarts; the pool replaces them. */
  onIdleError: (error: Error) => void;
};

/** The scope is set in the same write that begins the transaction, so it does not cost a round trip. */
type BeginOptions = { mode?: string; role?: string; settings?: Readonly<Record<string, string>> };

/**
 * Citus propagates `set local` to the servers that hold the rows, but no function call. It repeats the whole text that
 * contains it there, so each is sent alone. The role is not propagated: connections to those servers are opened under
 * its name (ADR 0084). On one server, a prepared function call takes a third of the time.
 */
function beginIn(
  { companyId, customerId, asProvider }: Scope,
  { mode = '', role = asProvider ? PROVIDER_ROLE : PORTAL_ROLE, settings }: BeginOptions,
  isOnSeveral: boolean,
): Beginning {
  const set = Object.entries({ role, ...settings }).map(
    ([name, value]) => `set_config('${name}', ${pg.escapeLiteral(value)}, true)`,
  );
  if (isOnSeveral) {
    return [
      `begin ${mode}`,
      `set local app.company_id = ${pg.escapeLiteral(companyId)}`,
      `set local app.customer_id = ${pg.escapeLiteral(customerId ?? '')}`,
      `select ${set.join(', ')}`,
    ];
  }
  const text = `select set_config('app.company_id', $1, true), set_config('app.customer_id', $2, true), ${set.join(', ')}`;
  return [`begin ${mode}`, { text, values: [companyId, customerId ?? ''] }];
}

/** All reads see the same snapshot. */
const READ_ONLY = { mode: 'isolation level repeatable read read only' };

const PLANNED_ANEW = { plan_cache_mode: 'force_custom_plan' } as const;

/** Citus plans again for each company, because the company determines the server. */
const AS_OWNER = { role: 'none' } as const;

function toBeginOptions(scope: Scope, isOnSeveral: boolean): BeginOptions {
  const { isByKey, isPlannedAnew, isSnapshot, isErasure } = scope;
  if (isSnapshot) return READ_ONLY;
  if (isPlannedAnew) return { settings: PLANNED_ANEW };
  if (isErasure && isOnSeveral) return AS_OWNER;
  return isByKey && !isOnSeveral ? { settings: PLANNED_ONCE } : {};
}

type Place = { isOnSeveral: boolean; isPooled: boolean };

function toReadOptions({ isByKey }: Scope, { isOnSeveral, isPooled }: Place): BeginOptions {
  const settings = {
    ...(isPooled ? { enable_sort: READ_SETTINGS.enable_sort } : {}),
    ...(isByKey && !isOnSeveral ? PLANNED_ONCE : {}),
  };
  return { ...READ_ONLY, settings };
}

function openPool(
  { url, name = 'quittance', connectMsMax = CONNECT_MS_MAX, onIdleError }: DatabaseOptions,
  settings: pg.PoolConfig,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: connectMsMax,
    options: toOptions(SESSION_SETTINGS),
    pipeline: true,
    ...settings,
  });
  nameStatements(pool);
  pool.on('error', onIdleError);
  // A connection can also break while it is checked out. Its query then rejects.
  pool.on('connect', (client) => client.on('error', onIdleError));
  return pool;
}

type Ends<Result> = {
  beginning: PromiseSettledResult<void>;
  end: PromiseSettledResult<Result>;
};

async function transactionOn<Result>(
  client: pg.PoolClient,
  { begin, wake }: { begin: Beginning; wake: Wake },
  work: (tx: Tx) => Promise<Result>,
): Promise<Ends<Result>> {
  const began = beginOn(client, begin);
  const [beginning, end] = await Promise.allSettled([began, untilCommitted(client, wake, work)]);
  return { beginning, end };
}

function toResult<Result>({ beginning, end }: Ends<Result>): Result {
  if (beginning.status === 'rejected') throw beginning.reason;
  if (end.status === 'rejected') throw end.reason;
  return end.value;
}

function openPools(options: DatabaseOptions) {
  const { connectionsMax, poolerUrl, replicaUrl, onIdleError } = options;
  const max = Math.min(connectionsMax, READ_CONNECTIONS_MAX);
  const pool = openPool(options, { max: connectionsMax });
  const pooler = poolerUrl
    ? openPool({ ...options, url: poolerUrl }, { max: connectionsMax, options: '' })
    : null;
  const readPool = openPool(options, { max, options: toOptions(READ_SETTINGS) });
  const portalPool = openPool(options, { max, options: toOptions(PORTAL_SETTINGS) });
  const replicaPool = replicaUrl
    ? openPool({ ...options, url: replicaUrl }, { max: REPLICA_CONNECTIONS_MAX })
    : null;
  async function connectFor({ isSnapshot }: Partial<Scope>): Promise<pg.PoolClient> {
    if (!isSnapshot) return (pooler ?? pool).connect();
    if (!replicaPool) return pool.connect();
    return replicaPool.connect().catch((error: Error) => {
      onIdleError(error);
      return pool.connect();
    });
  }
  const all = [pool, pooler, readPool, portalPool, replicaPool];
  const close = async () => void (await Promise.all(all.map((each) => each?.end())));
  return { pool, pooler, readPool, portalPool, connectFor, close };
}

export function openDatabase(options: DatabaseOptions): Database {
  const { onIdleError } = options;
  const { pool, pooler, readPool, portalPool, connectFor, close } = openPools(options);
  const alone = drizzle(readPool);
  const isDistributed = findDistribution(readPool);
  const listeners: Wake[] = [];
  const wake: Wake = (task, companies) => {
    for (const listener of listeners) listener(task, companies);
  };
  async function transaction<Result>(
    { begin, scope = {} }: { begin: Beginning; scope?: Partial<Scope> },
    work: (tx: Tx) => Promise<Result>,
  ): Promise<Result> {
    const isOnSeveral = await isDistributed();
    const client = await connectFor(scope);
    if (isOnSeveral) noteDistributed(client);
    const ends = await transactionOn(client, { begin, wake }, work);
    // A connection on which a transaction could not begin is not used again.
    client.release(ends.beginning.status === 'rejected');
    return toResult(ends);
  }
  /** The connection is not reused, so its temporary tables are dropped as soon as the work ends. */
  async function inSession<Result>(scope: Scope, work: (session: Session) => Promise<Result>) {
    const isOnSeveral = await isDistributed();
    const client = await pool.connect();
    if (isOnSeveral) noteDistributed(client);
    const begin = beginIn(scope, {}, isOnSeveral);
    try {
      return await work({
        inTransaction: async (part) => toResult(await transactionOn(client, { begin, wake }, part)),
      });
    } finally {
      await client.query('discard temp').catch(onIdleError);
      client.release(true);
    }
  }
  async function readForCompany<Result>(scope: Scope, work: (tx: Tx) => Promise<Result>) {
    const isOnSeveral = await isDistributed();
    const client = await (pooler ?? readPool).connect();
    if (isOnSeveral) noteDistributed(client);
    try {
      const options = toReadOptions(scope, { isOnSeveral, isPooled: pooler !== null });
      return await readAtOnce(client, beginIn(scope, options, isOnSeveral), work);
    } finally {
      // The caller does not wait for the commit. The next use of the connection is queued after it.
      sendTogether(client);
      client.query('commit').catch(() => undefined);
      client.release();
    }
  }
  async function readAloneInCompany<Result>(scope: Scope, read: (tx: Tx) => Promise<Result>) {
    // Outside a transaction, the scope would not reach other servers, nor stay with a pooled connection.
    if (pooler || (await isDistributed())) return readForCompany(scope, read);
    const client = await portalPool.connect();
    try {
      return await readAtOnce(client, [scopeOfConnection(scope)], read);
    } finally {
      client.release();
    }
  }
  /** Another statement may have noted a task in the meantime. Waking it too early is harmless. */
  async function writeAlone<Result>(write: (tx: Tx) => Promise<Result>): Promise<Result> {
    const result = await write(alone);
    for (const [task, companies] of takeWakings(alone)) wake(task, companies);
    return result;
  }
  return {
    pool,
    async inCompany(scope, work) {
      const isOnSeveral = await isDistributed();
      const begin = beginIn(scope, toBeginOptions(scope, isOnSeveral), isOnSeveral);
      return transaction({ begin, scope }, work);
    },
    asSystem: (work) => transaction({ begin: ['begin'] }, work),
    inSession,
    readForCompany,
    readAloneInCompany,
    readAlone: (read) => read(alone),
    writeAlone,
    isDistributed,
    onWork: (listener) => void listeners.push(listener),
    warmUp: () => Promise.all([readPool, portalPool].map(openAll)),
    close,
  };
}

/**
 * Runs several reads of one customer in one transaction: the reads that `work` starts on the given database use its
 * connection, and those that start together take one round trip.
 */
export function shareReads<Result>(
  database: Database,
  { companyId, customerId }: Required<Pick<Scope, 'companyId' | 'customerId'>>,
  work: (shared: Database) => Promise<Result>,
): Promise<Result> {
  return database.readForCompany({ companyId, customerId, isByKey: true }, (tx) => {
    const read = <Read>(scope: Scope, part: (tx: Tx) => Promise<Read>): Promise<Read> => {
      const isSame = scope.companyId === companyId && scope.customerId === customerId;
      invariant(isSame, 'shared reads have one scope');
      return part(tx);
    };
    return work({ ...database, readForCompany: read, readAloneInCompany: read });
  });
}

/** Citus reports a violation on another server only in the message text, and adds the shard to the name. */
const VIOLATED = /violates (?:unique|check) constraint "(?<name>[^"]+)"/;
const SHARD = /_\d{6,}$/;

export function violatedConstraint(error: unknown): string | null {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  if (cause instanceof pg.DatabaseError && (cause.code === '23505' || cause.code === '23514')) {
    const name = cause.constraint ?? VIOLATED.exec(cause.message)?.groups?.['name'];
    return name?.replace(SHARD, '') ?? null;
  }
  return null;
}

/** Another payment holds the payable. The constraints are the last guard behind the locks. */
export function isTakenByOther(error: unknown): boolean {
  const name = violatedConstraint(error);
  return name === 'one_holder_per_invoice' || name?.startsWith('one_open_attempt_per_') === true;
}

/** A person was erased while the transaction waited, or before (R54). */
export function isOfErased(error: unknown): boolean {
  const name = violatedConstraint(error);
  return name === 'row_is_not_of_an_erased_customer' || name === 'erased_customer_is_nobody';
}
