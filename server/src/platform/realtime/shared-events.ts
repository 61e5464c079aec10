/**
 * Shares events with the other server processes, through Postgres or Redis. While the connection is lost, browsers
 * of this process pick up changes by polling.
 */
import type pg from 'pg';
import { z } from 'zod';
import type { Deps } from '../../kernel/deps.ts';
import type { Tx } from '../database/database.ts';
import { keepListening, notifyAll } from '../database/notifications.ts';
import type { Channel, ChannelEnds } from './channel.ts';
import { type PortalEvent, portalEventSchema } from './event-bus.ts';
import { openRedisChannel } from './redis-channel.ts';

const CHANNEL = 'quittance_events';

/** Events through Postgres NOTIFY, sent when the transaction commits. One connection of the pool listens. */
function openPostgresChannel(pool: pg.Pool, { onMessage, onLost }: ChannelEnds): Channel {
  const { close } = keepListening(pool, { channel: CHANNEL, onMessage, onLost });
  return { send: (tx, messages) => notifyAll(tx, CHANNEL, messages), close };
}

/** Postgres accepts 8,000 bytes per notification. An event is at most 180 bytes. */
const EVENTS_PER_MESSAGE = 40;

const messageSchema = z.object({ from: z.string(), events: z.array(portalEventSchema) });

function inChunks(events: readonly PortalEvent[]): PortalEvent[][] {
  const count = Math.ceil(events.length / EVENTS_PER_MESSAGE);
  return Array.from({ length: count }, (_, index) =>
    events.slice(index * EVENTS_PER_MESSAGE, (index + 1) * EVENTS_PER_MESSAGE),
  );
}

export type SharedEvents = {
  /**
   * Runs within the transaction that marks the events as delivered. A repeated event is harmless, because it only
   * makes pages reload their data.
   */
  share(tx: Tx, events: readonly PortalEvent[]): Promise<void>;
  close(): void;
};

export type SharingDeps = Pick<Deps, 'database' | 'entropy' | 'log'> & {
  /** If null, Postgres is used. */
  redisUrl: string | null;
};

export function openSharedEvents(
  { database, entropy, log, redisUrl }: SharingDeps,
  receive: (events: readonly PortalEvent[]) => void,
): SharedEvents {
  const from = entropy.uuid();
  const ends: ChannelEnds = {
    onMessage(text) {
      const message = messageSchema.safeParse(JSON.parse(text));
      if (message.success && message.data.from !== from) receive(message.data.events);
    },
    onLost(error) {
      const message = error instanceof Error ? error.message : 'unknown';
      log.warn(
        { event: 'realtime.not_listening', message },
        'events of other processes are not received; listening is tried again',
      );
    },
  };
  const channel = redisUrl
    ? openRedisChannel(redisUrl, ends)
    : openPostgresChannel(database.pool, ends);
  return {
    share: (tx, events) =>
      channel.send(
        tx,
        inChunks(events).map((chunk) => JSON.stringify({ from, events: chunk })),
      ),
    close: channel.close,
  };
}
