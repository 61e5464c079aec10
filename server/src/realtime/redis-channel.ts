/**
 * Events by Redis publish and subscribe, for installations whose Postgres should not carry them. What cannot be
 * published is dropped: no payment waits for Redis, and pages poll.
 */
import { createClient } from '@redis/client';
import type { Channel, ChannelEnds } from './channel.ts';

const CHANNEL = 'quittance:events';
const CONNECT_AGAIN_MS_MAX = 2000;
/** An outbox row is locked while its event is published. */
const PUBLISH_MS_MAX = 1000;

function clientOf(url: string, onLost: ChannelEnds['onLost']) {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandOptions: { timeout: PUBLISH_MS_MAX },
    socket: { reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, CONNECT_AGAIN_MS_MAX) },
  });
  client.on('error', onLost);
  return client;
}

export function openRedisChannel(url: string, { onMessage, onLost }: ChannelEnds): Channel {
  const publisher = clientOf(url, onLost);
  const subscriber = clientOf(url, onLost);
  // Subscribed again by the client itself after a lost connection.
  const isSubscribed = subscriber.connect().then(() => subscriber.subscribe(CHANNEL, onMessage));
  Promise.all([publisher.connect(), isSubscribed]).catch(onLost);
  return {
    async send(_tx, messages) {
      try {
        await Promise.all(messages.map((message) => publisher.publish(CHANNEL, message)));
      } catch (error) {
        onLost(error);
      }
    },
    close() {
      publisher.destroy();
      subscriber.destroy();
    },
  };
}
