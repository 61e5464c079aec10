// Calls back when it is worth asking again although nothing said so: somebody returns to the window after
// a minute, or the network is back.

import { useEffect, useRef } from 'react';
import { browserClock } from '../clock.ts';
import { STALE_AFTER_MS } from '../timings.ts';

export function useWindowReturn(onReturn: () => void): void {
  const latest = useRef(onReturn);
  useEffect(() => {
    latest.current = onReturn;
  });
  useEffect(() => {
    let askedAtMs = browserClock.nowMs();
    const ask = (): void => {
      askedAtMs = browserClock.nowMs();
      latest.current();
    };
    const askWhenStale = (): void => {
      const isStale = browserClock.nowMs() - askedAtMs >= STALE_AFTER_MS;
      if (isStale && document.visibilityState === 'visible') ask();
    };
    window.addEventListener('focus', askWhenStale);
    document.addEventListener('visibilitychange', askWhenStale);
    window.addEventListener('online', ask);
    return () => {
      window.removeEventListener('focus', askWhenStale);
      document.removeEventListener('visibilitychange', askWhenStale);
      window.removeEventListener('online', ask);
    };
  }, []);
}
