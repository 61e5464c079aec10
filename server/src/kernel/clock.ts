/**
 * The only file of the server that reads the system clock or waits. Everything else takes a `Clock`, so that
 * tests control the time.
 */

import { type Instant, type IsoDate, instant } from '@quittance/contract/dates';
import { MINUTE_MS } from '@quittance/contract/durations';
import { dateIn } from '@quittance/contract/local-time';

export type Clock = {
  now(): Instant;
  today(timeZone: string): IsoDate;
  /**
   * How far the clock was deliberately moved from the machine's time. The production clock cannot be moved (ADR
   * 0103).
   */
  movedMs?(): number;
};

/** Days begin at full minutes, so the day in a time zone is computed once a minute. */
function todayByMinute(now: () => Instant): Clock['today'] {
  const days = new Map<string, { minute: number; day: IsoDate }>();
  return (timeZone) => {
    const minute = Math.floor(Date.now() / MINUTE_MS);
    const known = days.get(timeZone);
    if (known?.minute === minute) return known.day;
    const day = dateIn(timeZone, now());
    days.set(timeZone, { minute, day });
    return day;
  };
}

// toISOString() returns the format of an instant. The cast avoids parsing, because every request reads the time
// several times.
const now = () => new Date().toISOString() as Instant;

export const systemClock: Clock = { now, today: todayByMinute(now) };

export function fixedClock(start: string): Clock & { travelTo(at: string): void } {
  let now = instant(new Date(start).toISOString());
  return {
    now: () => now,
    today: (timeZone) => dateIn(timeZone, now),
    travelTo(at) {
      now = instant(new Date(at).toISOString());
    },
  };
}

export function addMs(at: Instant, ms: number): Instant {
  return instant(new Date(Date.parse(at) + ms).toISOString());
}

/** Whole and fractional milliseconds for measuring durations, never for business time. */
export function monotonicMs(): number {
  return performance.now();
}

export function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Yields to other requests during a long computation. */
export function otherWork(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * Waits for the work for at most the given time, and returns whether it is done. Leaves no timer behind that would
 * keep the process alive.
 */
export async function waitAtMost(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeIsUp = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  try {
    return await Promise.race([work.then(() => true), timeIsUp]);
  } finally {
    clearTimeout(timer);
  }
}

/** Calls the work repeatedly until it is stopped. Does not keep the process alive. */
export function repeatEvery(ms: number, work: () => void): { stop(): void } {
  const timer = setInterval(work, ms);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
