// A popup: centred above 768 px, a sheet from the bottom at 768 px and below (product §2), or a
// drawer from the side. Escape, the backdrop and the close button close it unless `isBlocked`.
// Focus stays inside and goes back to where it was. Knows no popup by name.

import * as Radix from 'radix-ui/dialog';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { uiTexts } from '#texts/site/ui';
import { bindClasses } from '../../lib/bind-classes.ts';
import { PHONE_QUERY } from '../../lib/breakpoints.ts';
import { adoptCspNonce } from '../../lib/csp-nonce.ts';
import { useMediaQuery } from '../../lib/hooks/use-media-query.ts';
import { IconButton } from '../actions/icon-button.tsx';
import styles from './dialog.module.css';

const css = bindClasses(styles);

export type DialogProps = {
  isOpen: boolean;
  title: string;
  onClose: () => void;
  /** While something is under way that closing would orphan. */
  isBlocked?: boolean;
  /** 'tall' has the width of 'medium' and the fixed height of 'large', for a result that covers it. */
  size?: 'small' | 'medium' | 'tall' | 'large';
  placement?: 'center' | 'side';
  /** Beside the content above 768 px. */
  sidebar?: ReactNode;
  /** Under the header at 768 px and below, in place of the sidebar. */
  carousel?: ReactNode;
  /** Stays in sight below the scrolling content: sums and the button. */
  footer?: ReactNode;
  /** Covers everything, header included; what it covers stays mounted but cannot be reached. */
  overlay?: ReactNode;
  children: ReactNode;
};

export function Dialog(props: DialogProps) {
  const { isOpen, isBlocked = false, onClose } = props;
  adoptCspNonce();
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && !isBlocked && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={css('backdrop')} />
        <Frame {...props} />
      </Radix.Portal>
    </Radix.Root>
  );
}

function Frame(props: DialogProps) {
  const { isBlocked = false, size = 'medium', placement = 'center', overlay } = props;
  const frame = useRef<HTMLDivElement>(null);
  const opener = useRef<Element | null>(null);
  // Before an overlay that is there from the start takes the focus.
  useLayoutEffect(() => {
    opener.current = document.activeElement;
  }, []);
  const block = (event: Event): void => {
    if (isBlocked || isInToast(event)) event.preventDefault();
  };
  return (
    <Radix.Content
      ref={frame}
      tabIndex={-1}
      className={css('frame', size, placement)}
      aria-describedby={undefined}
      aria-modal="true"
      onEscapeKeyDown={block}
      onInteractOutside={block}
      onOpenAutoFocus={(event) => {
        // The frame itself: its title is read, no keyboard pops up, Tab leads to the first control.
        event.preventDefault();
        frame.current?.focus({ preventScroll: true });
      }}
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        returnFocus(opener.current);
      }}
    >
      <div className={css('layout')} inert={Boolean(overlay)}>
        <Inside {...props} />
      </div>
      {overlay && <div className={css('overlay')}>{overlay}</div>}
    </Radix.Content>
  );
}

function Inside({ title, isBlocked, onClose, sidebar, carousel, footer, children }: DialogProps) {
  const isPhone = useMediaQuery(PHONE_QUERY);
  return (
    <>
      {sidebar && !isPhone && <div className={css('sidebar')}>{sidebar}</div>}
      <div className={css('main')}>
        <div className={css('header')}>
          <Radix.Title className={css('title')}>{title}</Radix.Title>
          <IconButton icon="close" label={uiTexts.close} disabled={isBlocked} onClick={onClose} />
        </div>
        {carousel && isPhone && <div className={css('carousel')}>{carousel}</div>}
        <div className={css('body')}>{children}</div>
        {footer && <div className={css('footer')}>{footer}</div>}
      </div>
    </>
  );
}

/** To the page itself when the opener is gone, for instance because there is nothing left to pay. */
function returnFocus(opener: Element | null): void {
  const isLeft = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
  if (isLeft) opener.focus();
  else document.querySelector('main')?.focus({ preventScroll: true });
}

/** A press on a toast is outside the popup but not meant for it. */
function isInToast(event: Event): boolean {
  return event.target instanceof Element && event.target.closest('.Toastify') !== null;
}
