import { describe, expect, it } from 'vitest';
import { sharedSlots } from './concurrency.ts';

/** Work of which each piece waits until it is released. */
function heldWork(pieces: number) {
  const releases: (() => void)[] = [];
  let left = pieces;
  return {
    add: (count: number) => {
      left += count;
    },
    running: () => releases.length,
    releaseAll: () => {
      for (const release of releases.splice(0)) release();
    },
    async next(): Promise<boolean> {
      if (left === 0) return false;
      left -= 1;
      await new Promise<void>((resolve) => releases.push(resolve));
      return true;
    },
  };
}

describe('Slots that sweeps share', () => {
  it('are filled by a second sweep while the first one waits for slow work', async () => {
    const repeat = sharedSlots();
    const work = heldWork(2);
    const first = repeat('stripe', 4, work.next);
    await Promise.resolve();
    work.add(3);
    const second = repeat('stripe', 4, work.next);
    await Promise.resolve();
    expect(work.running()).toBe(4);
    expect(await repeat('stripe', 4, work.next)).toBe(0);
    work.releaseAll();
    await expect.poll(work.running).toBe(1);
    work.releaseAll();
    expect((await first) + (await second)).toBe(5);
  });

  it('are separate for each key, and free again after a failure', async () => {
    const repeat = sharedSlots();
    const work = heldWork(1);
    const hanging = repeat('payengine', 1, work.next);
    const failing = () => Promise.reject(new Error('no connection'));
    await expect(repeat('stripe', 1, failing)).rejects.toThrow('no connection');
    expect(await repeat('stripe', 1, async () => false)).toBe(0);
    let runs = 0;
    await repeat('stripe', 1, async () => runs++ < 3);
    expect(runs).toBe(4);
    work.releaseAll();
    expect(await hanging).toBe(1);
  });
});
