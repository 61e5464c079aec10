/**
 * Shares events with the other server processes by Postgres NOTIFY, many in one notification. One connection of the
 * pool listens; while it is lost, browsers of this process learn of events by polling.
 */
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import type { Tx } from '../storage/database.ts';
import { keepListening, notifyAll } from '../storage/ops/notifications.ts';
import { type PortalEvent, portalEventSchema } from './portal-events.ts';

const CHANNEL = 'quittance_events';
/** Postgres takes 8,000 bytes in a notification; an event has at most 180. */
const EVENTS_PER_NOTIFICATION = 40;

const messageSchema = z.object({ from: z.string(), events: z.array(portalEventSchema) });

function inChunks(events: readonly PortalEvent[]): PortalEvent[][] {
  const count = Math.ceil(events.length / EVENTS_PER_NOTIFICATION);
  return Array.from({ length: count }, (_, index) =>
    events.slice(index * EVENTS_PER_NOTIFICATION, (index + 1) * EVENTS_PER_NOTIFICATION),
  );
}

export type SharedEvents = {
  /** The others receive the events when the transaction commits. */
  share(tx: Tx, events: readonly PortalEvent[]): Promise<void>;
  close(): void;
};

export function openSharedEvents(
  { database, entropy, log }: Pick<Deps, 'database' | 'entropy' | 'log'>,
  receive: (events: readonly PortalEvent[]) => void,
): SharedEvents {
  const from = entropy.uuid();
  function onMessage(text: string): void {
    const message = messageSchema.safeParse(JSON.parse(text));
    if (message.success && message.data.from !== from) receive(message.data.events);
  }

  const { close } = keepListening(database.pool, {
    channel: CHANNEL,
    onMessage,
    onLost(error) {
      const message = error instanceof Error ? error.message : 'unknown';
      log.warn(
        { event: 'realtime.not_listening', message },
        'events of other processes are not received; listening is tried again',
      );
    },
  });
  return {
    async share(tx, events) {
      const messages = inChunks(events).map((chunk) => JSON.stringify({ from, events: chunk }));
      await notifyAll(tx, CHANNEL, messages);
    },
    close,
  };
}
