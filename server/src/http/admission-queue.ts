/**
 * Bounded concurrency with bounded waiting, first come first served. Once the oldest has waited for half of its
 * time the queue does not keep up, and the newest goes first: its client is the least likely to have given up.
 * A request that waited too long is refused and not started. So what is worked on under overload is still
 * wanted, and the first request after a flood does not wait for the rest of it.
 */
import { monotonicMs, wait } from '../clock.ts';

export type Capacity = {
  /** Requests worked on at the same time. */
  runningMax: number;
  /** Requests that wait for one of these places, and for how long. */
  waitingMax: number;
  waitMs: number;
};

/** Admitted; or refused, because too many wait, it waited too long, or its client has gone. */
export type Admittance = 'admitted' | 'full' | 'late' | 'gone';

type Waiter = { until: number; isSettled: boolean; settle(admittance: Admittance): void };

export type AdmissionQueue = {
  isFull(): boolean;
  /** `onGone` registers what to call when the client disconnects. */
  enter(onGone: (leave: () => void) => void): Promise<Admittance>;
  /** Exactly once for each admitted request. */
  leave(): void;
  counts(): { running: number; waiting: number };
};

/** In the order of arrival, and therefore of expiry. Settled waiters are removed when they are met. */
function createWaitingRoom(waitMs: number) {
  let waiters: Waiter[] = [];
  /** The index of the oldest waiter; those before it are settled. */
  let oldest = 0;
  let size = 0;
  let isExpiring = false;

  function settle(waiter: Waiter, admittance: Admittance): void {
    if (waiter.isSettled) return;
    waiter.isSettled = true;
    size -= 1;
    waiter.settle(admittance);
  }

  function oldestWaiter(): Waiter | undefined {
    while (waiters[oldest]?.isSettled) oldest += 1;
    return waiters[oldest];
  }

  function newestWaiter(): Waiter | undefined {
    while (waiters.at(-1)?.isSettled) waiters.pop();
    oldest = Math.min(oldest, waiters.length);
    return waiters.at(-1);
  }

  async function expire(): Promise<void> {
    isExpiring = true;
    for (let first = oldestWaiter(); first; first = oldestWaiter()) {
      const ms = first.until - monotonicMs();
      if (ms <= 0) {
        settle(first, 'late');
        continue;
      }
      waiters = waiters.slice(oldest);
      oldest = 0;
      await wait(ms);
    }
    isExpiring = false;
  }

  return {
    size: () => size,
    add(): { admittance: Promise<Admittance>; leave(): void } {
      let leave: () => void = () => undefined;
      const admittance = new Promise<Admittance>((resolve) => {
        const waiter = { until: monotonicMs() + waitMs, isSettled: false, settle: resolve };
        waiters.push(waiter);
        size += 1;
        leave = () => settle(waiter, 'gone');
      });
      if (!isExpiring) void expire();
      return { admittance, leave };
    },
    /** Whether there was one to admit. */
    admitNext(): boolean {
      const first = oldestWaiter();
      const keepsUp = first && first.until - monotonicMs() > waitMs / 2;
      const next = keepsUp ? first : newestWaiter();
      if (!next) return false;
      settle(next, 'admitted');
      return true;
    },
  };
}

export function createAdmissionQueue({ runningMax, waitingMax, waitMs }: Capacity): AdmissionQueue {
  const waitingRoom = createWaitingRoom(waitMs);
  let running = 0;
  return {
    isFull: () => running >= runningMax && waitingRoom.size() >= waitingMax,
    async enter(onGone) {
      if (running < runningMax) {
        running += 1;
        return 'admitted';
      }
      if (waitingRoom.size() >= waitingMax) return 'full';
      const { admittance, leave } = waitingRoom.add();
      onGone(leave);
      return admittance;
    },
    /** The place goes to a waiting request, or is free. */
    leave() {
      if (!waitingRoom.admitNext()) running -= 1;
    },
    counts: () => ({ running, waiting: waitingRoom.size() }),
  };
}
