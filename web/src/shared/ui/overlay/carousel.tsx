// A horizontal strip of controls on phones that snaps, with a dot per item. Arrow keys, Home and End move between
// items, except radios, which handle them natively. The strip scrolls to the focused or active item.

import { Children, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { uiTexts } from '#texts/site/ui';
import { bindClasses } from '../../lib/bind-classes.ts';
import styles from './carousel.module.css';

const css = bindClasses(styles);

type CarouselProps = {
  label: string;
  activeIndex?: number;
  children: ReactNode;
};

export function Carousel({ label, activeIndex, children }: CarouselProps) {
  const strip = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState(activeIndex ?? 0);
  const items = Children.toArray(children);

  // The first position is set without animation.
  const behavior = useRef<ScrollBehavior>('instant');
  useEffect(() => {
    if (activeIndex === undefined) return;
    setShown(activeIndex);
    scrollTo(strip.current, activeIndex, behavior.current);
    behavior.current = 'auto';
  }, [activeIndex]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const target = toTarget(event, { shown, last: items.length - 1 });
    if (target === null) return;
    event.preventDefault();
    focusItem(strip.current, target);
    setShown(target);
  };

  return (
    <section className={css('carousel')} aria-roledescription={uiTexts.carousel} aria-label={label}>
      <ul
        ref={strip}
        className={css('strip')}
        onKeyDown={onKeyDown}
        onScroll={(event) => setShown(nearestIndex(event.currentTarget))}
      >
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place in the strip is the identity
          <li key={index} className={css('item')}>
            {item}
          </li>
        ))}
      </ul>
      {items.length > 1 && (
        <div className={css('dots')} aria-hidden="true">
          {items.map((_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the place in the strip is the identity
            <span key={index} className={css('dot', index === shown && 'current')} />
          ))}
        </div>
      )}
    </section>
  );
}

function toTarget(
  event: KeyboardEvent,
  { shown, last }: { shown: number; last: number },
): number | null {
  if (event.target instanceof HTMLInputElement) return null;
  if (event.key === 'ArrowRight') return Math.min(last, shown + 1);
  if (event.key === 'ArrowLeft') return Math.max(0, shown - 1);
  if (event.key === 'Home') return 0;
  if (event.key === 'End') return last;
  return null;
}

function focusItem(strip: Element | null, index: number): void {
  const item = strip && toItems(strip)[index];
  item?.querySelector<HTMLElement>('a, button, input')?.focus({ preventScroll: true });
  scrollTo(strip, index);
}

function toItems(strip: Element): HTMLElement[] {
  return Array.from(strip.children).filter((child) => child instanceof HTMLElement);
}

/** Scrolls only the strip, because `scrollIntoView` would also scroll the page and the sheet. */
function scrollTo(strip: Element | null, index: number, behavior: ScrollBehavior = 'auto'): void {
  const item = strip && toItems(strip)[index];
  if (!strip || !item) return;
  const centered = item.offsetLeft - (strip.clientWidth - item.offsetWidth) / 2;
  strip.scrollTo({ left: centered, behavior });
}

function nearestIndex(strip: Element): number {
  const middle = strip.scrollLeft + strip.clientWidth / 2;
  const distances = toItems(strip).map((item) =>
    Math.abs(item.offsetLeft + item.offsetWidth / 2 - middle),
  );
  return Math.max(0, distances.indexOf(Math.min(...distances)));
}
