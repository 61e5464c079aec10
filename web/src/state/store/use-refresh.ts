/**
 * Keeps what a page shows fresh without a flicker: asks again when the server hints at news (R21), when
 * the network is back, and when somebody returns to the window. What is on the screen stays there until
 * the answer is.
 */
import { useEffect, useRef } from 'react';
import { useWindowReturn } from '../../lib/hooks/use-window-return.ts';
import { useAppStore } from './hooks.ts';

export function useRefresh(refresh: () => void): void {
  const store = useAppStore();
  const latest = useRef(refresh);
  useEffect(() => {
    latest.current = refresh;
  });
  // Not by a selector: a hint alone changes nothing that is seen, so nothing is drawn for it.
  useEffect(() => {
    let seen = store.getState().refreshSignal.count;
    return store.subscribe(() => {
      const { count } = store.getState().refreshSignal;
      if (count === seen) return;
      seen = count;
      latest.current();
    });
  }, [store]);
  useWindowReturn(refresh);
}
