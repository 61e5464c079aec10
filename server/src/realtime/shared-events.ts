/**
 * Several server processes, one audience: events go to all processes by Postgres' own notifications.
 * One connection of the pool listens, and is given back at the end, also when it is only just coming.
 */
import { createAdapter } from '@socket.io/postgres-adapter';
import type pg from 'pg';
import type { Deps } from '../deps.ts';

/**
 * Events above a notification's size would go through a table. Ours are a few dozen bytes, so there is
 * none, and the sweep of it is put off for as long as a timer can wait.
 */
const NEVER_MS = 2 ** 31 - 1;

export function sharedEvents({ database, log }: Pick<Deps, 'database' | 'log'>) {
  let isClosed = false;
  const { pool } = database;
  const lent = {
    query: (text: string, values: unknown[]) => pool.query(text, values),
    async connect(): Promise<pg.PoolClient> {
      const client = await pool.connect();
      if (!isClosed) return client;
      client.release();
      // Whoever waits for it is gone, and would only ask again.
      return new Promise(() => undefined);
    },
  };
  // because the adapter uses nothing else of a pool
  const adapter = createAdapter(lent as unknown as pg.Pool, {
    channelPrefix: 'quittance',
    cleanupInterval: NEVER_MS,
    errorHandler: ({ message }) => log.warn({ message }, 'an event reached this process only'),
  });
  return {
    adapter,
    close() {
      isClosed = true;
    },
  };
}
