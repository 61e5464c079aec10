// Where a page was scrolled to is kept for whoever comes back to it, and a page that is new begins at its
// top. Waits until the page has its final height; only for this visit, nothing is stored.

import { useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';

const PLACES = new Map<string, number>();

export function useScrollRestoration(isReady: boolean): void {
  const { key } = useLocation();
  const how = useNavigationType();
  useLayoutEffect(() => {
    if (how !== 'PUSH' || PLACES.has(key)) return;
    PLACES.set(key, 0);
    window.scrollTo(0, 0);
  }, [key, how]);
  useLayoutEffect(() => {
    const place = PLACES.get(key);
    if (isReady && how === 'POP' && place !== undefined) window.scrollTo(0, place);
  }, [key, how, isReady]);
  useEffect(() => {
    if (!isReady) return;
    const remember = (): void => void PLACES.set(key, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [key, isReady]);
}
