/** Postgres notifications between the processes of the portal. */
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Tx } from '../database.ts';

/** Sent when the transaction commits. */
export async function notifyAll(tx: Tx, channel: string, messages: readonly string[]) {
  const texts = sql`${sql.param([...messages])}::text[]`;
  await tx.execute(sql`select pg_notify(${channel}, message) from unnest(${texts}) as message`);
}

/** Resolves when the connection has ended. */
export async function listenTo(
  pool: pg.Pool,
  channel: string,
  onMessage: (text: string) => void,
): Promise<void> {
  const client = await pool.connect();
  const ended = new Promise<void>((resolve) => {
    client.once('end', () => resolve());
  });
  client.on('notification', ({ payload }) => onMessage(payload ?? ''));
  await client.query(`listen ${client.escapeIdentifier(channel)}`);
  await ended;
}
