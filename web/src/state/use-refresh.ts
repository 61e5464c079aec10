/**
 * Keeps what a page shows fresh without a flicker: asks again when the server hints at news (R21), when
 * the network is back, and when somebody returns to the window. What is on the screen stays there until
 * the answer is.
 */
import { useEffect, useRef } from 'react';
import { useReturn } from '../lib/use-return.ts';
import { useAppSelector } from './hooks.ts';

export function useRefresh(refresh: () => void): void {
  const hints = useAppSelector((state) => state.hints.count);
  const seen = useRef(hints);
  const latest = useRef(refresh);
  useEffect(() => {
    latest.current = refresh;
  });
  useEffect(() => {
    if (seen.current === hints) return;
    seen.current = hints;
    latest.current();
  }, [hints]);
  useReturn(refresh);
}
