// Restores focus: when the focused element is removed (the Pay button after a payment), the container gets
// the focus, so that Tab continues from there and not from the top of the page.

import { type RefObject, useEffect, useRef } from 'react';

/** The container needs a tabIndex of -1. */
export function useRestoredFocus<Container extends HTMLElement>(): RefObject<Container | null> {
  const container = useRef<Container>(null);
  useEffect(() => {
    const page = container.current;
    if (!page) return;
    let last: Element | null = null;
    const onFocusIn = ({ target }: FocusEvent): void => {
      last = target instanceof Element ? target : null;
    };
    // Some browsers also send this for an element that is being removed; it stays the last one.
    const onFocusOut = (): void =>
      queueMicrotask(() => {
        if (last?.isConnected && last !== document.activeElement) last = null;
      });
    const observer = new MutationObserver(() => {
      if (!last || last.isConnected) return;
      last = null;
      if (document.activeElement === document.body) page.focus({ preventScroll: true });
    });
    page.addEventListener('focusin', onFocusIn);
    page.addEventListener('focusout', onFocusOut);
    observer.observe(page, { childList: true, subtree: true });
    return () => {
      page.removeEventListener('focusin', onFocusIn);
      page.removeEventListener('focusout', onFocusOut);
      observer.disconnect();
    };
  }, []);
  return container;
}
