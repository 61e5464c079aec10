// Calls back once after `delayMs`, with the latest callback; `null` cancels, a new delay restarts.
// For the closings of product §9 (1 s after a cancel, 5 s after a method change).

import { useEffect, useRef } from 'react';

export function useTimeout(callback: () => void, delayMs: number | null): void {
  const latest = useRef(callback);
  useEffect(() => {
    latest.current = callback;
  });
  useEffect(() => {
    if (delayMs === null) return;
    const timer = setTimeout(() => latest.current(), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs]);
}
