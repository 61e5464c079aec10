/**
 * The product's database with a hook in every connection: each statement is an operation of the process
 * that sends it. Statements can be rewritten before they are sent, which is how some bugs are seeded.
 */
import type pg from 'pg';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { CITUS_URL } from '../citus.ts';
import { statementName, useGenericPlans } from '../planned-once.ts';
import { runOperation } from './process.ts';

const CONNECTIONS_MAX = 6;

export type Statement = { text: string; values: readonly unknown[] };

export type Rewrite = (statement: Statement) => Statement;

const save: Rewrite = (statement) => statement;

export type InstrumentedDatabase = Database & {
  rewriteBy(rewrite: Rewrite | null): void;
  /** Increases with every statement that may have changed rows. The same number means the same rows. */
  changes(): number;
};

type Query = { text: string };

function isQuery(value: unknown): value is Query {
  return typeof value === 'object' && value !== null && 'text' in value;
}

function toText(query: unknown): string {
  if (typeof query === 'string') return query;
  return isQuery(query) ? query.text : '';
}

function rewritten(args: readonly unknown[], rewrite: Rewrite): readonly unknown[] {
  const [query, values] = args;
  if (!isQuery(query)) return args;
  const statement = { text: query.text, values: Array.isArray(values) ? values : [] };
  const sent = rewrite(statement);
  return [{ ...query, text: sent.text, name: statementName(sent.text) }, sent.values];
}

/**
 * At a boundary, a lost connection is replaced. Inside a transaction, the statement fails and ends the transaction.
 */
function isBoundary(statement: string): boolean {
  return /^(begin|commit|rollback)/.test(statement);
}

/** The scope is set in the same write that begins the transaction, so nothing fails between the two. */
function setsScope(query: unknown): boolean {
  return toText(query).startsWith('select set_config(');
}

/** Statements that cannot change a row. Calls of our own functions are not included: they may change rows. */
const READS =
  /^\s*(select(?!.*\b(number_events|enqueue_job)\b)|begin|commit|rollback|set|savepoint)/is;

function hasChanged(statement: string, result: unknown): boolean {
  if (READS.test(statement)) return false;
  const isCounted = typeof result === 'object' && result !== null && 'rowCount' in result;
  return !(isCounted && result.rowCount === 0 && !statement.trimStart().startsWith('with'));
}

/**
 * A connection that the portal releases with an error is rolled back and reused, because a new one would have to
 * plan every statement again. The pool sets a client's `release` each time it is checked out.
 */
function keepOpen(client: pg.PoolClient, rollBack: () => Promise<void>): void {
  let release: pg.PoolClient['release'] = () => undefined;
  Object.defineProperty(client, 'release', {
    get: () => (error?: Error | boolean) => {
      const give = release;
      if (error) void rollBack().then(() => give());
      else give();
    },
    set(given: pg.PoolClient['release']) {
      release = given;
    },
  });
}

type Hooks = { rewrite: () => Rewrite; onChange: () => void };

function instrument(client: pg.PoolClient, { rewrite, onChange }: Hooks): void {
  // The cast is needed because the driver's overloads cannot be named. Every argument is passed on unchanged.
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
  const quietly = (statement: string) => async () => {
    await query(statement).catch(() => undefined);
  };
  keepOpen(client, quietly('rollback'));
  let last: Promise<unknown> = Promise.resolve();
  /** Statements that are sent together run in order, each between two crash points. */
  const hooked = (...args: unknown[]): Promise<unknown> => {
    const operation = last.then(() => (setsScope(args[0]) ? query(...args) : operate(args)));
    last = operation.catch(() => undefined);
    return operation;
  };
  const send = async (args: readonly unknown[], text: string): Promise<unknown> => {
    const result = await query(...rewritten(args, rewrite()));
    if (hasChanged(text, result)) onChange();
    return result;
  };
  const operate = (args: readonly unknown[]): Promise<unknown> => {
    const text = toText(args[0]);
    return runOperation({
      seam: 'sql',
      text,
      perform: () => send(args, text),
      disconnect: quietly('rollback'),
      abort: quietly(isBoundary(text) ? 'rollback' : 'select 1 / 0'),
      ...('processID' in client && typeof client.processID === 'number'
        ? { backendPid: client.processID }
        : {}),
    });
  };
  Object.assign(client, {
    // The pool's own queries use a callback, and only the harness makes those.
    query: (...args: unknown[]) =>
      typeof args.at(-1) === 'function' ? query(...args) : hooked(...args),
  });
}

export function openInstrumentedDatabase(url: string): InstrumentedDatabase {
  let rewrite = save;
  let changes = 0;
  const hooks: Hooks = {
    rewrite: () => rewrite,
    onChange() {
      changes += 1;
    },
  };
  const database = openDatabase({
    url,
    connectionsMax: CONNECTIONS_MAX,
    onIdleError: () => undefined,
  });
  const { options } = database.pool;
  // Connections stay open, so that a run opens each one only once.
  options.idleTimeoutMillis = 0;
  useGenericPlans(database.pool);
  database.pool.on('connect', (client) => instrument(client, hooks));
  return {
    ...database,
    readForCompany: database.inCompany,
    readAloneInCompany: database.inCompany,
    readAlone: database.asSystem,
    writeAlone: database.asSystem,
    rewriteBy(other) {
      rewrite = other ?? save;
    },
    changes: () => changes,
  };
}

const TABLES = `select string_agg('delete from ' || quote_ident(tablename), '; ') as deletes
  from pg_tables where schemaname = 'public'`;

const deletesByPool = new WeakMap<pg.Pool, string>();

async function findDeletes(pool: pg.Pool): Promise<string> {
  const known = deletesByPool.get(pool);
  if (known) return known;
  const { rows } = await pool.query<{ deletes: string }>(TABLES);
  const deletes = rows[0]?.deletes ?? '';
  deletesByPool.set(pool, deletes);
  return deletes;
}

/** Deletes all rows with foreign keys disabled, so that each history starts with an empty database. */
export async function emptyTables({ pool }: Pick<Database, 'pool'>): Promise<void> {
  const deletes = await findDeletes(pool);
  const all = `begin; set local session_replication_role = replica; ${deletes}; commit`;
  if (CITUS_URL === null) return void (await pool.query(all));
  // Citus repeats a text that sets something on every server, with everything else in it.
  const client = await pool.connect();
  for (const statement of all.split('; ')) await client.query(statement);
  client.release();
}

export async function isBlocked({ pool }: Pick<Database, 'pool'>, pid: number): Promise<boolean> {
  const { rows } = await pool.query<{ blocked: boolean }>(
    'select cardinality(pg_blocking_pids($1)) > 0 as blocked',
    [pid],
  );
  return rows[0]?.blocked ?? false;
}
