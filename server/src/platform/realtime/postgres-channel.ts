/** Events by Postgres NOTIFY, sent when the transaction commits. One connection of the pool listens. */
import type pg from 'pg';
import { keepListening, notifyAll } from '../database/notifications.ts';
import type { Channel, ChannelEnds } from './channel.ts';

const CHANNEL = 'quittance_events';

export function openPostgresChannel(pool: pg.Pool, { onMessage, onLost }: ChannelEnds): Channel {
  const { close } = keepListening(pool, { channel: CHANNEL, onMessage, onLost });
  return { send: (tx, messages) => notifyAll(tx, CHANNEL, messages), close };
}
