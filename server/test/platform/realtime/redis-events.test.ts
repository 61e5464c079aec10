/**
 * Processes that share events through Redis (docs/scale.md). REDIS_URL must point to a server that the test may
 * use. Without it, only Postgres is tested (socket.test.ts).
 */
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemEntropy } from '../../../src/kernel/entropy.ts';
import type { PortalEvent } from '../../../src/platform/realtime/event-bus.ts';
import {
  openSharedEvents,
  type SharedEvents,
} from '../../../src/platform/realtime/shared-events.ts';
import { type FreshDatabase, freshDatabase } from '../../database.ts';

const REDIS_URL = process.env['REDIS_URL'] ?? null;
const NOT_RUNNING = 'redis://127.0.0.1:1';

const event = (customerId: string): PortalEvent => ({ kind: 'customer_add_pm', customerId });

let fresh: FreshDatabase;
const opened: SharedEvents[] = [];

beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(async () => {
  for (const { close } of opened) close();
  await fresh.drop();
});

function openProcess(redisUrl: string) {
  const received: PortalEvent[] = [];
  const log = pino({ level: 'silent' });
  const { database } = fresh;
  const shared = openSharedEvents({ database, entropy: systemEntropy, log, redisUrl }, (events) =>
    received.push(...events),
  );
  opened.push(shared);
  const share = (events: readonly PortalEvent[]) =>
    database.asSystem((tx) => shared.share(tx, events));
  return { received, share };
}

describe('Events shared by Redis', () => {
  it.skipIf(!REDIS_URL)(
    'Redis delivers events in order to other processes, but not to the sender',
    async () => {
      const [one, other] = [openProcess(REDIS_URL ?? ''), openProcess(REDIS_URL ?? '')];
      // Repeated until both processes are connected.
      await expect
        .poll(async () => {
          await one.share([event('first')]);
          return other.received.length;
        })
        .toBeGreaterThan(0);
      const many = Array.from({ length: 100 }, (_, index) => event(`customer-${index}`));
      await one.share(many);
      await expect.poll(() => other.received.slice(-100)).toEqual(many);
      expect(one.received).toEqual([]);
    },
  );

  it('events are dropped while Redis is unavailable, and the sender keeps running', async () => {
    const alone = openProcess(NOT_RUNNING);
    await alone.share([event('lost')]);
    expect(alone.received).toEqual([]);
  });
});
