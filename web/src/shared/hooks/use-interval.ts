// Runs the latest callback every `delayMs`; `null` pauses it. The first call comes after one full delay.

import { useEffect } from 'react';
import { useLatest } from './use-latest.ts';

export function useInterval(callback: () => void, delayMs: number | null): void {
  const latest = useLatest(callback);
  useEffect(() => {
    if (delayMs === null) return;
    const timer = setInterval(() => latest.current(), delayMs);
    return () => clearInterval(timer);
  }, [delayMs, latest]);
}
