// Runs the latest callback once after `delayMs`; `null` cancels, and a new delay restarts. For popups that close
// automatically (product §9).

import { useEffect } from 'react';
import { useLatest } from './use-latest.ts';

export function useTimeout(callback: () => void, delayMs: number | null): void {
  const latest = useLatest(callback);
  useEffect(() => {
    if (delayMs === null) return;
    const timer = setTimeout(() => latest.current(), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs, latest]);
}
