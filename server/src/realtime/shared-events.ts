/**
 * Distributes socket events to all server processes by Postgres NOTIFY. One connection of the pool listens;
 * it is released at the end, also when the pool hands it out only after closing.
 */
import { createAdapter } from '@socket.io/postgres-adapter';
import type pg from 'pg';
import type { Deps } from '../deps.ts';

/**
 * The adapter stores events that are too large for a notification in a table. Ours are a few dozen bytes, so
 * the table does not exist and its cleanup is delayed by the longest possible timer.
 */
const NEVER_MS = 2 ** 31 - 1;

export function sharedEvents({ database, log }: Pick<Deps, 'database' | 'log'>) {
  let isClosed = false;
  const { pool } = database;
  const listeningPool = {
    query: (text: string, values: unknown[]) => pool.query(text, values),
    async connect(): Promise<pg.PoolClient> {
      const client = await pool.connect();
      if (!isClosed) return client;
      client.release();
      // Never resolves: the adapter would retry after an error.
      return new Promise(() => undefined);
    },
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
    },
  };
}
