// A few words about something, on hover, focus or tap. The words are always in the page, so the
// anchor is described even while the bubble is closed. Escape closes it; it can be hovered itself.

import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { bindClasses } from '../../lib/bind-classes.ts';
import { useKey } from '../../lib/hooks/use-key.ts';
import { placeTooltip, type TooltipPlacement } from './place-tooltip.ts';
import styles from './tooltip.module.css';

const css = bindClasses(styles);

type TooltipProps = {
  text: string;
  placement?: TooltipPlacement;
  /** Who is speaking, when it is somebody: a name with a logo before it. */
  name?: string;
  logo?: ReactNode;
  /** Gets the attribute that ties the anchor to the words. */
  children: (anchor: { 'aria-describedby': string }) => ReactNode;
};

export function Tooltip({ text, placement = 'top', name, logo, children }: TooltipProps) {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const bubble = useRef<HTMLSpanElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const close = (): void => setIsOpen(false);
  useKey({ key: 'Escape', isEnabled: isOpen }, close);
  useLayoutEffect(() => {
    const shown = bubble.current;
    if (!isOpen || !anchor.current || !shown) return;
    openAt({ anchor: anchor.current, bubble: shown, placement });
    const onScroll = (): void => setIsOpen(false);
    window.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => {
      window.removeEventListener('scroll', onScroll, { capture: true });
      if (isInTopLayer(shown)) shown.hidePopover();
    };
  }, [isOpen, placement]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the anchor inside is the control
    <span
      ref={anchor}
      className={css('anchor')}
      onPointerEnter={(event) => event.pointerType === 'mouse' && setIsOpen(true)}
      onPointerLeave={(event) => event.pointerType === 'mouse' && close()}
      onPointerUp={(event) => event.pointerType !== 'mouse' && setIsOpen(!isOpen)}
      onFocus={(event) => event.target.matches(':focus-visible') && setIsOpen(true)}
      onBlur={close}
    >
      {children({ 'aria-describedby': id })}
      <span
        ref={bubble}
        id={id}
        role="tooltip"
        popover="manual"
        hidden={!isOpen}
        className={css('bubble')}
      >
        {name && (
          <span className={css('speaker')}>
            {logo}
            {name}
          </span>
        )}
        {text}
      </span>
    </span>
  );
}

type Opening = { anchor: HTMLElement; bubble: HTMLElement; placement: TooltipPlacement };

function openAt({ anchor, bubble, placement }: Opening): void {
  // The top layer, where the browser has one: a popup's edges do not cut it off.
  if (canUseTopLayer(bubble) && !isInTopLayer(bubble)) bubble.showPopover();
  const place = placeTooltip({
    anchor: anchor.getBoundingClientRect(),
    bubble: { width: bubble.offsetWidth, height: bubble.offsetHeight },
    viewport: { width: document.documentElement.clientWidth, height: window.innerHeight },
    placement,
  });
  bubble.style.left = `${Math.round(place.left)}px`;
  bubble.style.top = `${Math.round(place.top)}px`;
}

const canUseTopLayer = (bubble: HTMLElement): boolean => typeof bubble.showPopover === 'function';

const isInTopLayer = (bubble: HTMLElement): boolean =>
  canUseTopLayer(bubble) && bubble.matches(':popover-open');
