import { describe, expect, it } from 'vitest';
import { repeatAtMost, sharedSlots } from './concurrency.ts';

function heldWork(pieces: number) {
  const releases: (() => void)[] = [];
  let left = pieces;
  let claims = 0;
  return {
    add: (count: number) => {
      left += count;
    },
    running: () => releases.length,
    releaseAll: () => {
      for (const release of releases.splice(0)) release();
    },
    async claim(): Promise<number | null> {
      claims += 1;
      if (left === 0) return null;
      left -= 1;
      return left;
    },
    work: () => new Promise<void>((resolve) => releases.push(resolve)),
    claims: () => claims,
  };
}

describe('Slots that sweeps share', () => {
  it('a second sweep fills free slots while the first sweep waits for slow work', async () => {
    const repeat = sharedSlots();
    const work = heldWork(2);
    const first = repeat('stripe', 4, work);
    await expect.poll(work.running).toBe(2);
    work.add(3);
    const second = repeat('stripe', 4, work);
    await expect.poll(work.running).toBe(4);
    expect(await repeat('stripe', 4, work)).toBe(0);
    work.releaseAll();
    await expect.poll(work.running).toBe(1);
    work.releaseAll();
    expect((await first) + (await second)).toBe(5);
  });

  it('slots are separate for each key and are released after a failure', async () => {
    const repeat = sharedSlots();
    const work = heldWork(1);
    const hanging = repeat('payengine', 1, work);
    const claim = () => Promise.reject(new Error('no connection'));
    const failing = repeat('stripe', 1, { claim, work: async () => undefined });
    await expect(failing).rejects.toThrow('no connection');
    let left = 3;
    const done = await repeat('stripe', 1, {
      claim: async () => (left > 0 ? left-- : null),
      work: async () => undefined,
    });
    expect(done).toBe(3);
    work.releaseAll();
    expect(await hanging).toBe(1);
  });
});

describe('Work that is claimed piece by piece', () => {
  it('a runner claims only once when no work is waiting', async () => {
    const work = heldWork(0);
    expect(await repeatAtMost(8, work)).toBe(0);
    expect(work.claims()).toBe(1);
  });

  it('work runs concurrently up to its limit while the first piece hangs', async () => {
    const work = heldWork(5);
    const all = repeatAtMost(3, work);
    await expect.poll(work.running).toBe(3);
    work.releaseAll();
    await expect.poll(work.running).toBe(2);
    work.releaseAll();
    expect(await all).toBe(5);
  });

  it('the remaining runners finish the work when one runner fails', async () => {
    const work = heldWork(2);
    const fail = () => Promise.reject(new Error('broken'));
    const all = repeatAtMost(2, {
      claim: work.claim,
      work: (left) => (left === 1 ? fail() : work.work()),
    });
    const rejected = expect(all).rejects.toThrow('broken');
    await expect.poll(work.running).toBe(1);
    work.releaseAll();
    await rejected;
  });
});
