/**
 * The only file of the server that reads the system clock or waits. Everything else takes a `Clock`, so that
 * tests control the time.
 */

import { type Instant, type IsoDate, toInstant } from '@quittance/contract/dates';
import { MINUTE_MS } from '@quittance/contract/durations';
import { dateIn } from '@quittance/contract/local-time';

export type Clock = {
  now(): Instant;
  today(timeZone: string): IsoDate;
  /**
   * Offset by which the clock was deliberately moved from the machine's time. The production clock cannot be moved
   * (ADR 0103).
   */
  movedMs?(): number;
};

/** Days begin on a full minute, so the day in a time zone is computed once a minute. */
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

const now = () => toInstant(new Date());

export const systemClock: Clock = { now, today: todayByMinute(now) };

export function fixedClock(start: string): Clock & { travelTo(at: string): void } {
  let now = toInstant(new Date(start));
  return {
    now: () => now,
    today: (timeZone) => dateIn(timeZone, now),
    travelTo(at) {
      now = toInstant(new Date(at));
    },
  };
}

export function addMs(at: Instant, ms: number): Instant {
  return toInstant(new Date(Date.parse(at) + ms));
}

/** Whole and fractional milliseconds for measuring durations, never for business time. */
export function monotonicMs(): number {
  return performance.now();
}

export function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Waits at most the given time for the work, and returns whether it finished. Leaves no timer that would keep the
 * process alive.
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

/** Does not keep the process alive. */
export function repeatEvery(ms: number, work: () => void): { stop(): void } {
  const timer = setInterval(work, ms);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
