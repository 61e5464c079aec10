import { describe, expect, it } from 'vitest';
import { createAdmissionQueue } from './admission-queue.ts';

const stays = () => undefined;

describe('The queue of requests', () => {
  it('the queue admits requests in order of arrival as slots become free', async () => {
    const queue = createAdmissionQueue({ runningMax: 1, waitingMax: 2, waitMs: 60_000 });
    expect(await queue.enter(stays)).toBe('admitted');
    const order: string[] = [];
    const [first, second] = ['first', 'second'].map((name) =>
      queue.enter(stays).then((admittance) => order.push(`${name} ${admittance}`)),
    );
    expect(queue.isFull()).toBe(true);
    expect(await queue.enter(stays)).toBe('full');
    queue.leave();
    await first;
    expect(queue.counts()).toEqual({ running: 1, waiting: 1 });
    queue.leave();
    await second;
    expect(order).toEqual(['first admitted', 'second admitted']);
    queue.leave();
    expect(queue.counts()).toEqual({ running: 0, waiting: 0 });
  });

  it('the queue handles one flood after another and is empty in between', async () => {
    const queue = createAdmissionQueue({ runningMax: 2, waitingMax: 100, waitMs: 60_000 });
    for (const size of [50, 3, 80, 20]) {
      const flood = Array.from({ length: size }, async () => {
        const admittance = await queue.enter(stays);
        queue.leave();
        return admittance;
      });
      expect(new Set(await Promise.all(flood))).toEqual(new Set(['admitted']));
      expect(queue.counts()).toEqual({ running: 0, waiting: 0 });
    }
    await queue.enter(stays);
    await queue.enter(stays);
    const waiting = queue.enter(stays);
    queue.leave();
    expect(await waiting).toBe('admitted');
  });

  it('the queue refuses requests that waited too long and starts none of them', async () => {
    const queue = createAdmissionQueue({ runningMax: 1, waitingMax: 9, waitMs: 5 });
    await queue.enter(stays);
    const waiting = [queue.enter(stays), queue.enter(stays)];
    expect(await Promise.all(waiting)).toEqual(['late', 'late']);
    queue.leave();
    expect(queue.counts()).toEqual({ running: 0, waiting: 0 });
  });

  it('the queue forgets a waiting request whose client disconnects', async () => {
    const queue = createAdmissionQueue({ runningMax: 1, waitingMax: 9, waitMs: 60_000 });
    await queue.enter(stays);
    let leave: () => void = () => undefined;
    const waiting = queue.enter((gone) => {
      leave = gone;
    });
    leave();
    expect(await waiting).toBe('gone');
    queue.leave();
    expect(queue.counts()).toEqual({ running: 0, waiting: 0 });
  });
});
