// A short text beside an anchor element, positioned by Radix. It takes no focus and can be hovered. Escape, a press
// or focus outside, and scrolling close it. The caller decides when it opens.

import { Anchor, Content, Portal, Root } from 'radix-ui/popover';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { bindClasses } from '../../lib/bind-classes.ts';
import styles from './tooltip.module.css';

const css = bindClasses(styles);

/** Product §2.18, §9: at the bottom, the tooltip is 16 px below its anchor. */
const PLACEMENTS = {
  top: { side: 'top', align: 'center', sideOffset: 8 },
  bottom: { side: 'bottom', align: 'center', sideOffset: 16 },
  top_left: { side: 'top', align: 'end', sideOffset: 8 },
  top_right: { side: 'top', align: 'start', sideOffset: 8 },
} as const;

const EDGE_PX = 8;

type TooltipProps = {
  anchor: HTMLElement;
  text: string;
  placement?: keyof typeof PLACEMENTS | undefined;
  name?: string | undefined;
  logo?: ReactNode;
  onClose: () => void;
};

export function Tooltip({ anchor, text, placement = 'top', name, logo, onClose }: TooltipProps) {
  const virtualRef = useRef<HTMLElement>(anchor);
  virtualRef.current = anchor;
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const onScroll = (): void => close();
    window.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => window.removeEventListener('scroll', onScroll, { capture: true });
  }, []);
  const isInAnchor = (target: EventTarget | null): boolean =>
    target instanceof Node && anchor.contains(target);
  return (
    <Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Anchor virtualRef={virtualRef} />
      {/* Inside the landmark: screen reader users who jump between landmarks skip text outside all of them. */}
      <Portal container={document.querySelector('main') ?? document.body}>
        <Content
          {...PLACEMENTS[placement]}
          collisionPadding={EDGE_PX}
          role="tooltip"
          className={css('bubble')}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          // The anchor handles presses on itself: a tap opens and closes the tooltip.
          onInteractOutside={(event) => isInAnchor(event.target) && event.preventDefault()}
          onPointerLeave={({ relatedTarget }) => !isInAnchor(relatedTarget) && onClose()}
        >
          {name && (
            <div className={css('name')}>
              {logo}
              {name}
            </div>
          )}
          {text}
        </Content>
      </Portal>
    </Root>
  );
}
