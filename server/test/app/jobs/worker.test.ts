/** A worker stops whenever it is told to, also before it has started (ADR 0065). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorker } from '../../../src/app/jobs/worker.ts';
import { openWorld, type World } from '../../world/world.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('A worker', () => {
  it('stops while it starts', async () => {
    const { deps, realtime } = world;
    const mailer = { send: async () => undefined, close: () => undefined };
    const worker = startWorker(deps, { realtime, mail: { mailer, address: 'portal@example.com' } });
    await worker.stop();
    expect(worker.isRunning()).toBe(false);
  });
});
