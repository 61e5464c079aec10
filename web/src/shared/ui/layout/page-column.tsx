// The column of a page: at most 1120 px, or narrow for forms and public pages. Takes the focus when the
// focused element is removed.

import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { bindClasses } from '../../lib/bind-classes.ts';
import styles from './page-column.module.css';

const css = bindClasses(styles);

type PageColumnProps = {
  as?: 'main' | 'div';
  id?: string;
  width?: 'wide' | 'narrow';
  children: ReactNode;
};

export function PageColumn({ as: Tag = 'main', id, width = 'wide', children }: PageColumnProps) {
  const column = useRestoredFocus<HTMLDivElement>();
  return (
    <Tag ref={column} id={id} tabIndex={-1} className={css('column', width)}>
      {children}
    </Tag>
  );
}

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
    // Some browsers also send this event for an element that is being removed; that element remains the last
    // focused one.
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
