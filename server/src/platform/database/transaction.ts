/**
 * A transaction on a connection. Statements sent ahead are checked before the commit, and deferred work starts
 * after it (ADR 0066, 0067).
 */

import type { CompanyId, CustomerId } from '@quittance/contract/ids';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { JobIn } from '../../kernel/jobs.ts';
import { type Beginning, sendBeginning, sendOn } from './connection.ts';

type Client = {
  query<Row extends unknown[]>(
    query: pg.QueryArrayConfig,
    values: unknown[],
  ): Promise<pg.QueryArrayResult<Row>>;
};

export type Tx = Omit<NodePgDatabase, 'transaction'> & { $client: Client };

export type Scope = {
  companyId: CompanyId;
  customerId?: CustomerId;
  /** The transaction acts for the company's own systems, which may write the company's decisions. */
  asProvider?: true;
  /**
   * The transaction erases a person, which only the owner of the tables can do. Citus accepts writes of only one
   * role per transaction, so on several servers the whole transaction runs as the owner, and only its conditions
   * limit it to the company.
   */
  isErasure?: true;
  /** Every statement finds its rows by their keys or along an index, so one plan suits all values. */
  isByKey?: true;
  /** For lists with arbitrary filters. No single cached plan is good for all values. */
  isPlannedAnew?: true;
  /** Only reads, all from one snapshot, without a time limit. */
  isSnapshot?: true;
};

/** Postgres refuses every statement after a failed one. */
const REFUSED_AFTER_FAILURE = '25P02';

function isConsequence(error: unknown): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return cause instanceof pg.DatabaseError && cause.code === REFUSED_AFTER_FAILURE;
}

/** The failure of the current transaction of a connection that made Postgres refuse the later statements. */
const firstFailures = new WeakMap<pg.PoolClient, unknown>();

function sendNoted(client: pg.PoolClient, args: readonly unknown[]): Promise<unknown> {
  const sent = sendOn(client, ...args);
  sent.catch((error) => {
    if (!firstFailures.has(client)) firstFailures.set(client, error);
  });
  return sent;
}

/** The caller may see a refused statement first, if another one, which it awaits later or not at all, has failed. */
function findCause(error: unknown, client: pg.PoolClient): unknown {
  return isConsequence(error) ? (firstFailures.get(client) ?? error) : error;
}

const transactions = new WeakMap<pg.PoolClient, Tx>();

/** Returns the same object for every transaction of a connection, so that statements are prepared once for it. */
function toTx(client: pg.PoolClient): Tx {
  firstFailures.delete(client);
  const known = transactions.get(client);
  if (known) return known;
  const statements = { query: (...args: unknown[]) => sendNoted(client, args) };
  // Safe because drizzle uses a connection only to send statements.
  const tx = drizzle(statements as unknown as pg.PoolClient);
  transactions.set(client, tx);
  return tx;
}

type Wakings = Map<string, Set<CompanyId>>;

const wakings = new WeakMap<Tx, Wakings>();

/**
 * Notes a task that has work of a company once this transaction is committed. This only improves latency: the work is
 * stored in rows, which every process polls once a second.
 */
export function wakeAfterCommit(tx: Tx, task: JobIn<'pumped'>, companyId: CompanyId): void {
  const noted: Wakings = wakings.get(tx) ?? new Map();
  wakings.set(tx, noted.set(task, (noted.get(task) ?? new Set()).add(companyId)));
}

export function takeWakings(tx: Tx): Iterable<[task: string, companies: Set<CompanyId>]> {
  const noted = wakings.get(tx) ?? [];
  wakings.delete(tx);
  return noted;
}

export type Wake = (task: string, companies: Iterable<CompanyId>) => void;

const sentAhead = new WeakMap<Tx, Promise<unknown>[]>();

/**
 * Sends a statement whose result is not needed, without waiting for it. Statements of a transaction are executed in
 * the order in which they are sent, and the transaction commits only if all of them succeed.
 */
export function sendAhead(tx: Tx, statement: { execute(): Promise<unknown> }): void {
  const sent = statement.execute();
  // The result is checked before the commit.
  sent.catch(() => undefined);
  const earlier = sentAhead.get(tx);
  if (earlier) earlier.push(sent);
  else sentAhead.set(tx, [sent]);
}

/**
 * Waits for all statements, even after one has failed, and then throws the first failure. No statement of a
 * transaction may be sent after its end.
 */
export async function together<const Statements extends readonly unknown[]>(
  statements: Statements,
): Promise<{ -readonly [Key in keyof Statements]: Awaited<Statements[Key]> }> {
  await Promise.allSettled(statements);
  return Promise.all(statements);
}

const onDistributed = new WeakSet<Tx>();

/** Marks a connection whose statements reach tables on several servers (ADR 0084). */
export function noteDistributed(client: pg.PoolClient): void {
  onDistributed.add(toTx(client));
}

export const isOnDistributed = (tx: Tx): boolean => onDistributed.has(tx);

const readsOnce = new WeakMap<Tx, Map<string, Promise<unknown>>>();

/**
 * For a row that several steps of a transaction need and none of them changes. Only the first step reads the row.
 */
export function readOnce<Result>(
  tx: Tx,
  key: string,
  read: () => Promise<Result>,
): Promise<Result> {
  const known = readsOnce.get(tx);
  if (!known) return read();
  const reading = known.get(key) ?? read();
  known.set(key, reading);
  // Safe because each key stands for exactly one read.
  return reading as Promise<Result>;
}

/** For a step that changes a row that `readOnce` may have cached. */
export function forgetOnce(tx: Tx): void {
  readsOnce.get(tx)?.clear();
}

export async function untilCommitted<Result>(
  client: pg.PoolClient,
  wake: Wake,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const tx = toTx(client);
  readsOnce.set(tx, new Map());
  try {
    const result = await work(tx);
    await together(sentAhead.get(tx) ?? []);
    await sendOn(client, 'commit');
    for (const [task, companies] of takeWakings(tx)) wake(task, companies);
    return result;
  } catch (error) {
    await Promise.allSettled(sentAhead.get(tx) ?? []);
    await sendOn(client, 'rollback');
    throw findCause(error, client);
  } finally {
    wakings.delete(tx);
    sentAhead.delete(tx);
    readsOnce.delete(tx);
  }
}

/**
 * Does not wait for the scope to be set. If setting it failed, the reads may have run outside the company's scope,
 * so their result is dropped.
 */
export async function readAtOnce<Result>(
  client: pg.PoolClient,
  setScope: Beginning,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const [set, result] = await Promise.allSettled([
    sendBeginning(client, setScope),
    work(toTx(client)),
  ]);
  if (set.status === 'rejected') throw set.reason;
  if (result.status === 'rejected') throw findCause(result.reason, client);
  return result.value;
}

/** Valid until the next statement on the connection, which sets another scope. */
export function scopeOfConnection({ companyId, customerId }: Scope): pg.QueryConfig {
  return {
    name: 'scope',
    text: "select set_config('app.company_id', $1, false), set_config('app.customer_id', $2, false)",
    values: [companyId, customerId ?? ''],
  };
}
