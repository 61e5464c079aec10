/**
 * Distributes socket events to all server processes by Postgres NOTIFY. One connection of the pool listens.
 */
import { createAdapter } from '@socket.io/postgres-adapter';
import type pg from 'pg';
import type { Deps } from '../deps.ts';
import { borrowPool } from '../storage/borrowed-pool.ts';

/**
 * The adapter stores events that are too large for a notification in a table. Ours are a few dozen bytes, so
 * the table does not exist and its cleanup is delayed by the longest possible timer.
 */
const NEVER_MS = 2 ** 31 - 1;

/** One after the other: on several connections, a later notification could overtake an earlier one. */
function inOrder<Args extends unknown[], Result>(
  run: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (...args) => {
    const result = last.then(() => run(...args));
    last = result.catch(() => undefined);
    return result;
  };
}

export function sharedEvents({ database, log }: Pick<Deps, 'database' | 'log'>) {
  let isClosed = false;
  const borrowed = borrowPool(database.pool);
  const listeningPool = {
    query: inOrder((text: string, values: unknown[]) => database.pool.query(text, values)),
    // Never resolves after the end: the adapter would retry after an error.
    connect: () => (isClosed ? new Promise(() => undefined) : borrowed.pool.connect()),
  };
  // because the adapter uses only these two members of a pool
  const adapter = createAdapter(listeningPool as unknown as pg.Pool, {
    channelPrefix: 'quittance',
    cleanupInterval: NEVER_MS,
    errorHandler: ({ message }) =>
      log.warn(
        { event: 'realtime.broadcast_failed', message },
        'a socket event reached this process only',
      ),
  });
  return {
    adapter,
    close() {
      isClosed = true;
      borrowed.close();
    },
  };
}
