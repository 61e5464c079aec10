/**
 * Publishes events through Redis, for installations that want to keep this load off Postgres. Events that cannot be
 * published are dropped: no payment waits for Redis, and pages also poll.
 */
import type { Channel, ChannelEnds } from './channel.ts';

const CHANNEL = 'quittance:events';
const CONNECT_AGAIN_MS_MAX = 2000;
/** An outbox row stays locked while its event is published. */
const PUBLISH_MS_MAX = 1000;

/** Loaded lazily, because its 500 files are needed only if `REDIS_URL` is set. */
async function makeClients(url: string, { onMessage, onLost }: ChannelEnds) {
  const { createClient } = await import('@redis/client');
  const newClient = () => {
    const client = createClient({
      url,
      disableOfflineQueue: true,
      commandOptions: { timeout: PUBLISH_MS_MAX },
      socket: { reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, CONNECT_AGAIN_MS_MAX) },
    });
    client.on('error', onLost);
    return client;
  };
  const [publisher, subscriber] = [newClient(), newClient()];
  // After a lost connection, the client resubscribes by itself.
  const isSubscribed = subscriber.connect().then(() => subscriber.subscribe(CHANNEL, onMessage));
  Promise.all([publisher.connect(), isSubscribed]).catch(onLost);
  return { publisher, subscriber };
}

export function openRedisChannel(url: string, ends: ChannelEnds): Channel {
  const clients = makeClients(url, ends);
  clients.catch(ends.onLost);
  return {
    async send(_tx, messages) {
      try {
        const { publisher } = await clients;
        await Promise.all(messages.map((message) => publisher.publish(CHANNEL, message)));
      } catch (error) {
        ends.onLost(error);
      }
    },
    close() {
      void clients.then(({ publisher, subscriber }) => {
        publisher.destroy();
        subscriber.destroy();
      });
    },
  };
}
