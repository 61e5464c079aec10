/** Postgres notifications between the processes of the portal. */
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { wait } from '../../kernel/clock.ts';
import { borrowPool } from './borrowed-pool.ts';
import type { Tx } from './database.ts';

const LISTEN_AGAIN_MS = 500;

/** Sent when the transaction commits. */
export async function notifyAll(tx: Tx, channel: string, messages: readonly string[]) {
  const texts = sql`${sql.param([...messages])}::text[]`;
  await tx.execute(sql`select pg_notify(${channel}, message) from unnest(${texts}) as message`);
}

export type Listener = {
  channel: string;
  onMessage(text: string): void;
  /** No message is missed from now on, until `onLost`. */
  onListening?(): void;
  onLost(error: unknown): void;
};

async function listenOnce(pool: pg.Pool, listener: Listener): Promise<void> {
  const client = await pool.connect();
  const ended = new Promise<void>((resolve) => {
    client.once('end', () => resolve());
  });
  client.on('notification', ({ payload }) => listener.onMessage(payload ?? ''));
  await client.query(`listen ${client.escapeIdentifier(listener.channel)}`);
  listener.onListening?.();
  await ended;
}

export function keepListening(pool: pg.Pool, listener: Listener): { close(): void } {
  const borrowed = borrowPool(pool);
  let isClosed = false;

  async function listen(): Promise<void> {
    while (!isClosed) {
      const error: unknown = await listenOnce(borrowed.pool, listener).then(
        () => new Error('the connection has ended'),
        (reason: unknown) => reason,
      );
      if (isClosed) return;
      listener.onLost(error);
      await wait(LISTEN_AGAIN_MS);
    }
  }

  void listen();
  return {
    close() {
      isClosed = true;
      borrowed.close();
    },
  };
}
