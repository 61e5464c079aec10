import { describe, expect, it } from 'vitest';
import { createAdmissionQueue, type Origin } from './admission-queue.ts';

const stays = () => undefined;
const ONE = { network: '198.51.100', company: 'harbor' };
const OTHER = { network: '203.0.113', company: 'harbor' };
const OF_ELM = { network: '192.0.2', company: 'elm' };

describe('The queue of requests', () => {
  it('the queue admits requests in order of arrival as slots become free', async () => {
    const queue = createAdmissionQueue({ runningMax: 1, waitingMax: 2, waitMs: 60_000 });
    expect(await queue.enter(ONE, stays)).toBe('admitted');
    const order: string[] = [];
    const [first, second] = ['first', 'second'].map((name) =>
      queue.enter(ONE, stays).then((admittance) => order.push(`${name} ${admittance}`)),
    );
    expect(queue.isFullFor(ONE)).toBe(true);
    expect(await queue.enter(ONE, stays)).toBe('full');
    queue.leave(ONE);
    await first;
    expect(queue.counts()).toEqual({ running: 1, waiting: 1 });
    queue.leave(ONE);
    await second;
    expect(order).toEqual(['first admitted', 'second admitted']);
    queue.leave(ONE);
    expect(queue.counts()).toEqual({ running: 0, waiting: 0 });
  });

  it('the queue handles one flood after another and is empty in between', async () => {
    const queue = createAdmissionQueue({ runningMax: 2, waitingMax: 100, waitMs: 60_000 });
    for (const size of [50, 3, 80, 20]) {
      const flood = Array.from({ length: size }, async () => {
        const admittance = await queue.enter(ONE, stays);
        queue.leave(ONE);
        return admittance;
      });
      expect(new Set(await Promise.all(flood))).toEqual(new Set(['admitted']));
      expect(queue.counts()).toEqual({ running: 0, waiting: 0 });
    }
    await queue.enter(ONE, stays);
    await queue.enter(ONE, stays);
    const waiting = queue.enter(ONE, stays);
    queue.leave(ONE);
    expect(await waiting).toBe('admitted');
  });

  it('the queue refuses requests that waited too long and starts none of them', async () => {
    const queue = createAdmissionQueue({ runningMax: 1, waitingMax: 9, waitMs: 5 });
    await queue.enter(ONE, stays);
    const waiting = [queue.enter(ONE, stays), queue.enter(ONE, stays)];
    expect(await Promise.all(waiting)).toEqual(['late', 'late']);
    queue.leave(ONE);
    expect(queue.counts()).toEqual({ running: 0, waiting: 0 });
  });

  it('the queue forgets a waiting request whose client disconnects', async () => {
    const queue = createAdmissionQueue({ runningMax: 1, waitingMax: 9, waitMs: 60_000 });
    await queue.enter(ONE, stays);
    let leave: () => void = () => undefined;
    const waiting = queue.enter(ONE, (gone) => {
      leave = gone;
    });
    leave();
    expect(await waiting).toBe('gone');
    queue.leave(ONE);
    expect(queue.counts()).toEqual({ running: 0, waiting: 0 });
  });

  it('a free slot goes to the network that has none, before the earlier requests of another', async () => {
    const queue = createAdmissionQueue({ runningMax: 2, waitingMax: 9, waitMs: 60_000 });
    const order: string[] = [];
    const enter = (name: string, origin: Origin) =>
      queue.enter(origin, stays).then(() => order.push(name));
    await Promise.all([enter('first', ONE), enter('second', ONE)]);
    const waiting = [enter('third', ONE), enter('fourth', ONE), enter('payer', OTHER)];
    queue.leave(ONE);
    await waiting[2];
    expect(order).toEqual(['first', 'second', 'payer']);
  });

  it('a free slot goes to another company than the one that many networks ask for', async () => {
    const queue = createAdmissionQueue({ runningMax: 2, waitingMax: 9, waitMs: 60_000 });
    const network = (count: number) => ({ network: `10.0.${count}`, company: 'harbor' });
    await Promise.all([queue.enter(network(1), stays), queue.enter(network(2), stays)]);
    const admitted: string[] = [];
    for (const count of [3, 4, 5])
      void queue.enter(network(count), stays).then(() => admitted.push('harbor'));
    const elm = queue.enter(OF_ELM, stays).then(() => admitted.push('elm'));
    queue.leave(network(1));
    await elm;
    expect(admitted).toEqual(['elm']);
  });

  it('one network leaves slots free for the next that asks', async () => {
    const queue = createAdmissionQueue({
      runningMax: 4,
      perNetworkMax: 2,
      waitingMax: 9,
      waitMs: 60_000,
    });
    const flood = [1, 2, 3].map(() => queue.enter(ONE, stays));
    await Promise.all(flood.slice(0, 2));
    expect(queue.counts()).toEqual({ running: 2, waiting: 1 });
    expect(await queue.enter(OTHER, stays)).toBe('admitted');
    queue.leave(OTHER);
    expect(queue.counts()).toEqual({ running: 2, waiting: 1 });
    queue.leave(ONE);
    expect(await flood[2]).toBe('admitted');
  });

  it('a full queue drops a request of the network that has the most, and refuses that network', async () => {
    const queue = createAdmissionQueue({ runningMax: 1, waitingMax: 3, waitMs: 60_000 });
    await queue.enter(ONE, stays);
    const flood = [1, 2, 3].map(() => queue.enter(ONE, stays));
    expect([queue.isFullFor(ONE), queue.isFullFor(OF_ELM)]).toEqual([true, false]);
    expect(await queue.enter(ONE, stays)).toBe('full');
    const payer = queue.enter(OF_ELM, stays);
    expect(await flood[0]).toBe('full');
    queue.leave(ONE);
    expect(await flood[1]).toBe('admitted');
    queue.leave(ONE);
    expect(await payer).toBe('admitted');
  });
});
