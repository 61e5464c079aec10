/**
 * Reads again what the page shows when the network is back, and when the payer returns to the window after a
 * while: what happened meanwhile may have been missed (R21).
 */
import { useEffect } from 'react';
import { browserClock } from '../../shared/lib/clock.ts';
import { onReturn } from '../../shared/lib/on-return.ts';
import { STALE_AFTER_MS } from '../../shared/lib/timings.ts';
import { useAppDispatch } from '../store/hooks.ts';
import { refresh } from '../store/refresh.ts';
import { loadPortal } from '../store/session.ts';

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
