// Restores the scroll position on back navigation, once the page has its final height; a new page starts at
// the top. In memory only.

import { useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';

const POSITIONS = new Map<string, number>();

export function useScrollRestoration(isReady: boolean): void {
  const { key } = useLocation();
  const type = useNavigationType();
  useLayoutEffect(() => {
    if (type !== 'PUSH' || POSITIONS.has(key)) return;
    POSITIONS.set(key, 0);
    window.scrollTo(0, 0);
  }, [key, type]);
  useLayoutEffect(() => {
    const position = POSITIONS.get(key);
    if (isReady && type === 'POP' && position !== undefined) window.scrollTo(0, position);
  }, [key, type, isReady]);
  useEffect(() => {
    if (!isReady) return;
    const remember = (): void => void POSITIONS.set(key, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [key, isReady]);
}
