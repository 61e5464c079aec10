// Calls back when data may be outdated without a signal: the customer returns to the window after a minute,
// or the network is back.

import { useEffect } from 'react';
import { browserClock } from '../clock.ts';
import { STALE_AFTER_MS } from '../timings.ts';
import { useLatest } from './use-latest.ts';

export function useWindowReturn(onReturn: () => void): void {
  const latest = useLatest(onReturn);
  useEffect(() => {
    let loadedAtMs = browserClock.nowMs();
    const reload = (): void => {
      loadedAtMs = browserClock.nowMs();
      latest.current();
    };
    const reloadIfStale = (): void => {
      const isStale = browserClock.nowMs() - loadedAtMs >= STALE_AFTER_MS;
      if (isStale && document.visibilityState === 'visible') reload();
    };
    window.addEventListener('focus', reloadIfStale);
    document.addEventListener('visibilitychange', reloadIfStale);
    window.addEventListener('online', reload);
    return () => {
      window.removeEventListener('focus', reloadIfStale);
      document.removeEventListener('visibilitychange', reloadIfStale);
      window.removeEventListener('online', reload);
    };
  }, [latest]);
}
