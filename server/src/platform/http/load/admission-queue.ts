/**
 * Bounded concurrency with a bounded queue. Work that cannot start immediately waits, first come first served, for
 * a limited time. Work that has waited too long is refused, because its client has given up. Under overload, the
 * process therefore does only work that is still wanted.
 */
import { monotonicMs, wait } from '../../../kernel/clock.ts';

export type Capacity = {
  runningMax: number;
  waitingMax: number;
  waitMs: number;
};

/** Admitted, or refused because the queue is full, the request waited too long, or its client disconnected. */
export type Admittance = 'admitted' | 'full' | 'late' | 'gone';

type Waiter = { until: number; settle(admittance: Admittance): void };

export type AdmissionQueue = {
  isFull(): boolean;
  enter(onGone: (leave: () => void) => void): Promise<Admittance>;
  /** Must be called exactly once for each admitted request. */
  leave(): void;
  counts(): { running: number; waiting: number };
};

export function createAdmissionQueue({ runningMax, waitingMax, waitMs }: Capacity): AdmissionQueue {
  /** In order of arrival, which is also the order of expiry. */
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
