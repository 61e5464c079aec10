/**
 * Reloads a page's data after a refresh signal (R21), when the network is back, and when the customer
 * returns to the window. The page keeps what it shows until the answer arrives.
 */
import { useEffect } from 'react';
import { useLatest } from '../../lib/hooks/use-latest.ts';
import { useWindowReturn } from '../../lib/hooks/use-window-return.ts';
import { useAppStore } from './hooks.ts';

export function useRefresh(refresh: () => void): void {
  const store = useAppStore();
  const latest = useLatest(refresh);
  // No selector: the signal alone must not render the page.
  useEffect(() => {
    let seen = store.getState().refreshSignal.count;
    return store.subscribe(() => {
      const { count } = store.getState().refreshSignal;
      if (count === seen) return;
      seen = count;
      latest.current();
    });
  }, [store, latest]);
  useWindowReturn(refresh);
}
