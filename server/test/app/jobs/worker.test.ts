/** A worker can be stopped at any time, even before it has started (ADR 0065). */
import { describe, expect, it } from 'vitest';
import { startWorker } from '../../../src/app/jobs/worker.ts';
import { useWorld } from '../../world/world.ts';

const world = useWorld();

describe('A worker', () => {
  it('a worker can be stopped during startup', async () => {
    const { deps, realtime } = world;
    const mailer = { send: async () => undefined, close: () => undefined };
    const worker = startWorker(deps, { realtime, mail: { mailer, address: 'portal@example.com' } });
    await worker.stop();
    expect(worker.isRunning()).toBe(false);
  });
});
