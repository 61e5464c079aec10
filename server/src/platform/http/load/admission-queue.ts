/**
 * Shares slots and a queue fairly between client networks and between companies (ADR 0040). A free slot goes to the
 * request whose network and company have the fewest running, in turn; a full queue drops one of those that wait the
 * most. Work that has waited too long is refused, because its client has given up.
 */
import { monotonicMs, wait } from '../../../kernel/clock.ts';
import { createTally } from '../../files/slots.ts';

export type Capacity = {
  runningMax: number;
  /**
   * One network leaves slots free even if no other network needs them: work that runs delays what arrives next. Default:
   * runningMax.
   */
  perNetworkMax?: number;
  waitingMax: number;
  waitMs: number;
};

/** Taken from the request as it is. A wrong company gains nothing, because its network counts as well. */
export type Origin = { network: string; company: string | null };

/** Admitted, or refused because the queue is full, the request waited too long, or its client disconnected. */
export type Admittance = 'admitted' | 'full' | 'late' | 'gone';

type Waiter = { origin: Origin; until: number; settle(admittance: Admittance): void };

type Load = {
  of(origin: Origin): number;
  change(origin: Origin, by: 1 | -1): void;
  ofNetwork: Tally['of'];
};
type Tally = ReturnType<typeof createTally>;

/** Counts by network and by company. */
function createLoad(): Load {
  const [networks, companies] = [createTally(), createTally()];
  return {
    ofNetwork: networks.of,
    of: ({ network, company }) => networks.of(network) + companies.of(company ?? ''),
    change({ network, company }, by) {
      networks.change(network, by);
      if (company) companies.change(company, by);
    },
  };
}

/** Waiting requests in order of arrival, which is also the order of expiry, and those of each origin. */
function createWaiters() {
  const all = new Set<Waiter>();
  const groups = new Map<string, Set<Waiter>>();
  const load = createLoad();
  const toKey = ({ network, company }: Origin) => `${network} ${company}`;
  function remove(waiter: Waiter): boolean {
    if (!all.delete(waiter)) return false;
    const key = toKey(waiter.origin);
    const group = groups.get(key);
    group?.delete(waiter);
    groups.delete(key);
    // At the end, so that origins with equal loads take turns.
    if (group?.size) groups.set(key, group);
    load.change(waiter.origin, -1);
    return true;
  }
  return {
    all,
    load: load.of,
    remove,
    add(waiter: Waiter): void {
      const key = toKey(waiter.origin);
      all.add(waiter);
      groups.set(key, (groups.get(key) ?? new Set()).add(waiter));
      load.change(waiter.origin, 1);
    },
    /** The first request of the origin with the lowest rank. Infinity excludes an origin. */
    first(rank: (origin: Origin) => number): Waiter | null {
      let best: Waiter | null = null;
      let lowest = Number.POSITIVE_INFINITY;
      for (const [waiter] of groups.values()) {
        const own = waiter ? rank(waiter.origin) : lowest;
        if (waiter && own < lowest) [best, lowest] = [waiter, own];
      }
      return best;
    },
  };
}

export function createAdmissionQueue(capacity: Capacity) {
  const { runningMax, perNetworkMax = runningMax, waitingMax, waitMs } = capacity;
  const waiters = createWaiters();
  const { all: waiting } = waiters;
  const load = createLoad();
  let running = 0;
  let isExpiring = false;

  const mayRun = ({ network }: Origin) =>
    running < runningMax && load.ofNetwork(network) < perNetworkMax;
  const rank = (origin: Origin) => (mayRun(origin) ? load.of(origin) : Number.POSITIVE_INFINITY);

  function change(origin: Origin, by: 1 | -1): void {
    running += by;
    load.change(origin, by);
  }

  function settle(waiter: Waiter, admittance: Admittance): void {
    if (waiters.remove(waiter)) waiter.settle(admittance);
  }

  async function expire(): Promise<void> {
    isExpiring = true;
    for (let [first] = waiting; first; [first] = waiting) {
      const ms = first.until - monotonicMs();
      if (ms <= 0) settle(first, 'late');
      else await wait(ms);
    }
    isExpiring = false;
  }

  function admitNext(): void {
    for (let next = waiters.first(rank); next; next = waiters.first(rank)) {
      const isLate = next.until <= monotonicMs();
      if (!isLate) change(next.origin, 1);
      settle(next, isLate ? 'late' : 'admitted');
    }
  }

  /** The request that has to go if one more arrives: null for the new one. */
  function surplus(origin: Origin): Waiter | null {
    const heaviest = waiters.first((other) => -waiters.load(other));
    return heaviest && waiters.load(heaviest.origin) > waiters.load(origin) ? heaviest : null;
  }

  const isFullFor = (origin: Origin) =>
    !mayRun(origin) && waiting.size >= waitingMax && surplus(origin) === null;

  return {
    isFullFor,
    enter(origin: Origin, onGone: (leave: () => void) => void): Promise<Admittance> {
      if (mayRun(origin)) {
        change(origin, 1);
        return Promise.resolve('admitted');
      }
      if (isFullFor(origin)) return Promise.resolve('full');
      const dropped = waiting.size >= waitingMax && surplus(origin);
      if (dropped) settle(dropped, 'full');
      return new Promise((resolve) => {
        const waiter = { origin, until: monotonicMs() + waitMs, settle: resolve };
        waiters.add(waiter);
        onGone(() => settle(waiter, 'gone'));
        if (!isExpiring) void expire();
      });
    },
    /** Must be called exactly once for each admitted request. */
    leave(origin: Origin): void {
      change(origin, -1);
      admitNext();
    },
    counts: () => ({ running, waiting: waiting.size }),
  };
}
