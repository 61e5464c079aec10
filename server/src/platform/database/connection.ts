/**
 * Sends statements on a connection. A repeated statement gets a name, so that Postgres parses and plans it once.
 * The first reads of a transaction are sent together with its beginning.
 */
import type { Socket } from 'node:net';
import type pg from 'pg';

/**
 * Setting for every connection. Postgres JIT-compiles statements with a high estimated cost. Import statements have
 * one, because they compare along indexes only, and compiling them takes seconds even for three rows.
 */
export const WITHOUT_JIT = { jit: 'off' } as const;

/**
 * Limits named statements, because statements with lists of many lengths must not exhaust the memory of Postgres.
 */
const NAMES_MAX = 500;
const NAMED_TEXT_MAX = 6000;

type Query = (...args: unknown[]) => Promise<unknown>;
type QueryConfig = { text: string; name?: string };

function isConfig(value: unknown): value is QueryConfig {
  return (
    typeof value === 'object' &&
    value !== null &&
    'text' in value &&
    typeof value.text === 'string' &&
    !('submit' in value)
  );
}

/** Null for a statement sent only once. Most such statements are not sent again. */
const names = new Map<string, string | null>();
let count = 0;

function parseName(text: string): string | null {
  const known = names.get(text);
  if (known) return known;
  if (known === undefined) {
    if (names.size < NAMES_MAX && text.length <= NAMED_TEXT_MAX) names.set(text, null);
    return null;
  }
  count += 1;
  const name = `named_${count}`;
  names.set(text, name);
  return name;
}

function named(query: unknown): unknown {
  if (!isConfig(query) || query.name) return query;
  const name = parseName(query.text);
  return name === null ? query : { ...query, name };
}

type OpenTransaction = { began: Promise<void>; isHolding: boolean };

const beginnings = new WeakMap<pg.PoolClient, OpenTransaction>();

/** Only a `select` of columns counts as a read, because a `select` of a function may write. */
function isRead(query: unknown): boolean {
  return isConfig(query) && query.text.startsWith('select "');
}

/** Applies to connections that are opened from now on. */
export function nameStatements(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    // Safe because the driver's overloads cannot be named. All arguments are passed through unchanged.
    const send = client.query.bind(client) as Query;
    const query: Query = (first, ...others) => send(named(first), ...others);
    Object.assign(client, { query });
  });
}

/** Opens as many connections as a pool may have, so that the first visitors do not wait for all of them at once. */
export async function openAll(pool: pg.Pool): Promise<void> {
  const opening = Array.from({ length: pool.options.max }, () => pool.connect());
  for (const client of await Promise.all(opening)) client.release();
}

const corked = new WeakSet<Socket>();

/** Everything sent before the next tick goes out in one write, because each write costs as much as a statement. */
export function sendTogether(client: pg.PoolClient): void {
  // Safe because the driver's types omit this property.
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  if (corked.has(stream)) return;
  corked.add(stream);
  stream.cork();
  process.nextTick(() => {
    corked.delete(stream);
    stream.uncork();
  });
}

/** The statements that begin a transaction and set its scope. */
export type Beginning = readonly (string | pg.QueryConfig)[];

/** Waits for all statements, because a connection is reused only if each of them succeeded. */
export async function sendBeginning(client: pg.PoolClient, statements: Beginning): Promise<void> {
  sendTogether(client);
  const ends = await Promise.allSettled(statements.map((statement) => client.query(statement)));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

/**
 * Begins a transaction without waiting for it. Reads may be sent immediately, and everything else is held until the
 * beginning is confirmed. If it failed, nothing was written and nothing more is sent.
 */
export function beginOn(client: pg.PoolClient, statements: Beginning): Promise<void> {
  const began = sendBeginning(client, statements);
  const beginning: OpenTransaction = { began, isHolding: false };
  beginnings.set(client, beginning);
  began.then(
    () => beginnings.delete(client),
    () => {
      beginning.isHolding = true;
    },
  );
  return began;
}

export function sendOn(client: pg.PoolClient, ...args: readonly unknown[]): Promise<unknown> {
  // Safe because the driver's overloads cannot be named, as above.
  const send = () => {
    sendTogether(client);
    // Safe because the driver's overloads cannot be named, as above.
    return (client.query as Query).apply(client, [...args]);
  };
  const beginning = beginnings.get(client);
  if (!beginning || (isRead(args[0]) && !beginning.isHolding)) return send();
  // Statements after a held statement are held too, so that their order is preserved.
  beginning.isHolding = true;
  return beginning.began.then(send);
}
