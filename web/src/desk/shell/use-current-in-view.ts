/** Scrolls a strip of links to the current one, because on a phone the last links are out of sight. */
import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

export function useCurrentInView(): RefObject<HTMLElement | null> {
  const { pathname } = useLocation();
  const strip = useRef<HTMLElement>(null);
  useEffect(() => {
    const { current } = strip;
    const link = current?.querySelector<HTMLElement>('[aria-current]');
    if (pathname === '' || !current || !link) return;
    const { right } = link.getBoundingClientRect();
    const frame = current.getBoundingClientRect();
    current.scrollLeft = Math.max(0, current.scrollLeft + right - frame.right);
  }, [pathname]);
  return strip;
}
