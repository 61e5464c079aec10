/** Moves the focus between the links of rows, including a row that is not in the document yet. */
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';

type Rows = {
  frame: RefObject<HTMLElement | null>;
  count: number;
  scrollTo: (index: number) => void;
};

const indexOf = (element: Element): number | null => {
  const row = element.closest<HTMLElement>('tr[data-index]');
  return row ? Number(row.dataset['index']) : null;
};

function toTarget(key: string, index: number, count: number): number | null {
  if (key === 'ArrowDown') return Math.min(index + 1, count - 1);
  if (key === 'ArrowUp') return Math.max(index - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

export function useRowKeys({ frame, count, scrollTo }: Rows): (event: KeyboardEvent) => void {
  const wanted = useRef<number | null>(null);
  const focusWanted = (): void => {
    if (wanted.current === null) return;
    const row = frame.current?.querySelector(`tr[data-index="${wanted.current}"]`);
    const link = row?.querySelector<HTMLElement>('a, button');
    if (!link) return;
    wanted.current = null;
    link.focus();
  };
  // The row is rendered after the frame has scrolled to it.
  useEffect(focusWanted);
  return (event) => {
    if (!(event.target instanceof Element)) return;
    const index = indexOf(event.target);
    const target = index === null ? null : toTarget(event.key, index, count);
    if (target === null) return;
    event.preventDefault();
    wanted.current = target;
    scrollTo(target);
    focusWanted();
  };
}
