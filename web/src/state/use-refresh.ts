/**
 * Keeps what a page shows fresh without a flicker: asks again when the server hints at news, when the
 * network is back, and when somebody returns to the window after a minute. What is on the screen stays
 * there until the answer is.
 */
import { useEffect, useRef } from 'react';
import { browserClock } from '../lib/clock.ts';
import { STALE_AFTER_MS } from '../lib/timings.ts';
import { useAppSelector } from './hooks.ts';

export function useRefresh(refresh: () => void): void {
  const hints = useAppSelector((state) => state.hints.count);
  const seenHints = useRef(hints);
  const askedAtMs = useRef(browserClock.nowMs());
  const latest = useRef(refresh);
  useEffect(() => {
    latest.current = refresh;
  });
  useEffect(() => {
    const ask = (): void => {
      askedAtMs.current = browserClock.nowMs();
      latest.current();
    };
    const askWhenStale = (): void => {
      if (document.visibilityState !== 'visible') return;
      if (browserClock.nowMs() - askedAtMs.current >= STALE_AFTER_MS) ask();
    };
    if (seenHints.current !== hints) {
      seenHints.current = hints;
      ask();
    }
    window.addEventListener('focus', askWhenStale);
    document.addEventListener('visibilitychange', askWhenStale);
    window.addEventListener('online', ask);
    return () => {
      window.removeEventListener('focus', askWhenStale);
      document.removeEventListener('visibilitychange', askWhenStale);
      window.removeEventListener('online', ask);
    };
  }, [hints]);
}
