/**
 * Reads again what the page shows when the network is back, and when the payer returns to the window after a
 * while: what happened meanwhile may have been missed (R21).
 */
import { useEffect } from 'react';
import { browserClock } from '../lib/clock.ts';
import { onReturn } from '../lib/on-return.ts';
import { STALE_AFTER_MS } from '../lib/timings.ts';
import { loadPortal } from '../state/session/session.ts';
import { useAppDispatch } from '../state/store/hooks.ts';
import { refresh } from '../state/store/refresh.ts';

export function useRefreshOnReturn(): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    let readAtMs = browserClock.nowMs();
    return onReturn((what) => {
      const nowMs = browserClock.nowMs();
      if (what === 'payer' && nowMs - readAtMs < STALE_AFTER_MS) return;
      readAtMs = nowMs;
      void dispatch(refresh());
      void dispatch(loadPortal());
    });
  }, [dispatch]);
}
