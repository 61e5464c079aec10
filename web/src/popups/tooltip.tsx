// The TOOLTIP popup (product §2.18): a few words beside the element that asked for them, with who is
// speaking when it is somebody. It takes no focus, can be hovered itself, and goes with Escape, a press
// elsewhere or scrolling. Whoever asks for it says the same words to those who listen.

import { useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { bindClasses } from '../lib/bind-classes.ts';
import { useKey } from '../lib/hooks/use-key.ts';
import { useAppDispatch, useAppSelector } from '../state/store/hooks.ts';
import { popupClosed, type TooltipWords } from '../state/store/popup.ts';
import { Logo } from '../theme/logo.tsx';
import { placeTooltip } from '../ui/overlay/place-tooltip.ts';
import styles from './tooltip.module.css';

const css = bindClasses(styles);

export function TooltipPopup() {
  const { trigger, buffer } = useAppSelector(({ popup }) => popup);
  if (!trigger || !buffer.tooltip) return null;
  return <Bubble key={trigger} anchorId={trigger} words={buffer.tooltip} />;
}

function isInside(anchorId: string, target: EventTarget | null): boolean {
  const anchor = document.getElementById(anchorId);
  return target instanceof Node && anchor !== null && anchor.contains(target);
}

type BubbleProps = { anchorId: string; words: TooltipWords };

function Bubble({ anchorId, words }: BubbleProps) {
  const { text, name, logoUrl, placement = 'top' } = words;
  const dispatch = useAppDispatch();
  const bubble = useRef<HTMLDivElement>(null);
  const close = (): void => void dispatch(popupClosed());
  useKey({ key: 'Escape', isEnabled: true }, close);
  useEffect(() => {
    const leave = (): void => void dispatch(popupClosed());
    // A press on the anchor is the anchor's own business: a tap opens and closes.
    const press = ({ target }: PointerEvent): void => {
      if (!isInside(anchorId, target)) leave();
    };
    window.addEventListener('pointerdown', press);
    window.addEventListener('scroll', leave, { capture: true, passive: true });
    return () => {
      window.removeEventListener('pointerdown', press);
      window.removeEventListener('scroll', leave, { capture: true });
    };
  }, [anchorId, dispatch]);
  useLayoutEffect(() => {
    const anchor = document.getElementById(anchorId);
    const shown = bubble.current;
    if (!anchor || !shown) return;
    const place = placeTooltip({
      anchor: anchor.getBoundingClientRect(),
      bubble: { width: shown.offsetWidth, height: shown.offsetHeight },
      viewport: { width: document.documentElement.clientWidth, height: window.innerHeight },
      placement,
    });
    shown.style.left = `${Math.round(place.left)}px`;
    shown.style.top = `${Math.round(place.top)}px`;
  }, [anchorId, placement]);
  // Into the page it is about: words outside every landmark are passed over by who jumps between them.
  return createPortal(
    <div
      ref={bubble}
      role="tooltip"
      className={css('bubble')}
      onPointerLeave={({ relatedTarget }) => !isInside(anchorId, relatedTarget) && close()}
    >
      {name && (
        <div className={css('speaker')}>
          <Logo name={name} logoUrl={logoUrl ?? null} />
          {name}
        </div>
      )}
      {text}
    </div>,
    document.querySelector('main') ?? document.body,
  );
}
