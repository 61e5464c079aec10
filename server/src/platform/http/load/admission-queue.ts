/**
 * Bounded concurrency with a bounded queue: what does not run at once waits, first come first served, for a
 * limited time. Work that waited too long is refused instead of started, because its client has given up;
 * so the work that is done under overload is still wanted.
 */
import { monotonicMs, wait } from '../../../kernel/clock.ts';

export type Capacity = {
  /** Requests worked on at the same time. */
  runningMax: number;
  /** Requests that wait for one of these places, and for how long. */
  waitingMax: number;
  waitMs: number;
};

/** Admitted; or refused, because too many wait, it waited too long, or its client has gone. */
export type Admittance = 'admitted' | 'full' | 'late' | 'gone';

type Waiter = { until: number; settle(admittance: Admittance): void };

export type AdmissionQueue = {
  isFull(): boolean;
  /** `onGone` registers what to call when the client disconnects. */
  enter(onGone: (leave: () => void) => void): Promise<Admittance>;
  /** Exactly once for each admitted request. */
  leave(): void;
  counts(): { running: number; waiting: number };
};

export function createAdmissionQueue({ runningMax, waitingMax, waitMs }: Capacity): AdmissionQueue {
  /** In the order of arrival, and therefore of expiry. */
  const waiting = new Set<Waiter>();
  let running = 0;
  let isExpiring = false;

  function settle(waiter: Waiter, admittance: Admittance): void {
    if (waiting.delete(waiter)) waiter.settle(admittance);
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
    for (const waiter of waiting) {
      if (running >= runningMax) return;
      const isLate = waiter.until <= monotonicMs();
      if (!isLate) running += 1;
      settle(waiter, isLate ? 'late' : 'admitted');
    }
  }

  return {
    isFull: () => running >= runningMax && waiting.size >= waitingMax,
    enter(onGone) {
      if (running < runningMax) {
        running += 1;
        return Promise.resolve('admitted');
      }
      if (waiting.size >= waitingMax) return Promise.resolve('full');
      return new Promise((resolve) => {
        const waiter = { until: monotonicMs() + waitMs, settle: resolve };
        waiting.add(waiter);
        onGone(() => settle(waiter, 'gone'));
        if (!isExpiring) void expire();
      });
    },
    leave() {
      running -= 1;
      admitNext();
    },
    counts: () => ({ running, waiting: waiting.size }),
  };
}
