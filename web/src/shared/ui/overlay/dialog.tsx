// A dialog: centered above 768 px, a bottom sheet at 768 px and below (product §2), or a side drawer. Escape,
// the backdrop, the close button and the browser's Back close it unless `isBlocked`. Focus is trapped and returned to
// the opener.

import { setNonce } from 'get-nonce';
import * as Radix from 'radix-ui/dialog';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { uiTexts } from '#texts/site/ui';
import { useCloseByBack } from '../../hooks/use-close-by-back.ts';
import { useIsOnline } from '../../hooks/use-is-online.ts';
import { useMediaQuery } from '../../hooks/use-media-query.ts';
import { bindClasses } from '../../lib/bind-classes.ts';
import { LOW_QUERY, PHONE_QUERY } from '../../lib/breakpoints.ts';
import { Icon } from '../actions/icon.tsx';
import { IconButton } from '../actions/icon-button.tsx';
import { LIVE, SummaryList, type SummaryRow } from '../data/summary-list.tsx';
import styles from './dialog.module.css';

const css = bindClasses(styles);

/** In a low window the rows end the content, and only the total stays beside the button. */
export type DialogAmounts = { rows: readonly SummaryRow[]; total: SummaryRow };

export type DialogProps = {
  isOpen: boolean;
  title: string;
  onClose: () => void;
  isBlocked?: boolean;
  /** 'tall' has the width of 'medium' and the fixed height of 'large', for a result that covers it. */
  size?: 'small' | 'medium' | 'tall' | 'large';
  placement?: 'center' | 'side';
  /** Shown beside the content above 768 px. */
  sidebar?: ReactNode;
  /** Replaces the sidebar at 768 px and below. It is above the content and scrolls with it. */
  carousel?: ReactNode;
  amounts?: DialogAmounts;
  /** A line above the button. */
  note?: ReactNode;
  /** The button, in view at every height. */
  footer?: ReactNode;
  /** Covers everything, including the header. The content below stays mounted but inert. */
  overlay?: ReactNode;
  children: ReactNode;
};

export function Dialog(props: DialogProps) {
  const { isOpen, isBlocked = false, onClose } = props;
  adoptCspNonce();
  useCloseByBack(isOpen, () => {
    if (!isBlocked) onClose();
    return !isBlocked;
  });
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
  const isCovered = useKeyboardCover(frame);
  const opener = useRef<Element | null>(null);
  // The opener is read before an initial overlay takes the focus.
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
        // Focuses the frame, so that its title is read, no touch keyboard opens, and Tab goes to the first control.
        event.preventDefault();
        frame.current?.focus({ preventScroll: true });
      }}
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        returnFocus(opener.current);
      }}
    >
      <div className={css('layout')} inert={Boolean(overlay)}>
        <Inside {...props} isCovered={isCovered} />
      </div>
      {overlay && <div className={css('overlay')}>{overlay}</div>}
    </Radix.Content>
  );
}

function Inside(props: DialogProps & { isCovered: boolean }) {
  const { title, isBlocked, onClose, sidebar, carousel, amounts, note, footer, overlay } = props;
  const { children } = props;
  const isOnline = useIsOnline();
  const isPhone = useMediaQuery(PHONE_QUERY);
  const isLow = useMediaQuery(LOW_QUERY) || props.isCovered;
  return (
    <>
      {sidebar && !isPhone && <div className={css('sidebar')}>{sidebar}</div>}
      <div className={css('main')}>
        <div className={css('header')}>
          <Radix.Title className={css('title')}>{title}</Radix.Title>
          <IconButton icon="close" label={uiTexts.close} disabled={isBlocked} onClick={onClose} />
        </div>
        <div className={css('scroll')}>
          {carousel && isPhone && <div className={css('carousel')}>{carousel}</div>}
          <div className={css('body')}>{children}</div>
          {isLow && amounts && (
            <div className={css('amounts')}>
              <SummaryList look="tight" rows={amounts.rows} />
            </div>
          )}
        </div>
        {footer && (
          <div className={css('footer')}>
            {!isOnline && !overlay && (
              <p className={css('offline')} data-offline>
                <Icon name="offline" size="small" />
                {uiTexts.offline}
              </p>
            )}
            {amounts && !isLow && (
              <SummaryList look="tight" isLive rows={[...amounts.rows, amounts.total]} />
            )}
            {note}
            <div className={css('line')}>
              {amounts && isLow && <Total {...amounts.total} />}
              <div className={css('action')}>{footer}</div>
            </div>
          </div>
        )}
      </div>
    </>
  );
}

/** A longer label than 'Total' has a line of its own with the amount, so that the button has room for its text. */
const SHORT_LABEL_MAX = 12;

function Total({ label, value }: SummaryRow) {
  return (
    <dl className={css('total', label.length > SHORT_LABEL_MAX && 'long')} {...LIVE}>
      <dt className={css('label')}>{label}</dt>
      <dd className={css('sum')}>{value}</dd>
    </dl>
  );
}

/**
 * Moves the frame above a touch keyboard that covers the window instead of resizing it (Safari). Returns whether
 * one does. A window that is zoomed in has the same small viewport, but no keyboard.
 */
function useKeyboardCover(frame: RefObject<HTMLElement | null>): boolean {
  const [isCovered, setIsCovered] = useState(false);
  useLayoutEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const adjust = (): void => {
      const { height, offsetTop, scale } = viewport;
      const coveredPx = scale > 1 ? 0 : Math.round(window.innerHeight - height);
      setIsCovered(coveredPx > 0);
      const { style } = frame.current ?? {};
      style?.setProperty('--visible', coveredPx > 0 ? `${height}px` : '100dvh');
      style?.setProperty('--covered', `${Math.max(0, coveredPx - offsetTop)}px`);
    };
    adjust();
    viewport.addEventListener('resize', adjust);
    viewport.addEventListener('scroll', adjust);
    return () => {
      viewport.removeEventListener('resize', adjust);
      viewport.removeEventListener('scroll', adjust);
    };
  }, [frame]);
  return isCovered;
}

/** Focuses the page if the opener no longer exists, for example after everything is paid. */
function returnFocus(opener: Element | null): void {
  const isLeft = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
  if (isLeft) opener.focus();
  else document.querySelector('main')?.focus({ preventScroll: true });
}

/** A press on a toast must not close the popup. */
function isInToast(event: Event): boolean {
  return event.target instanceof Element && event.target.closest('.Toastify') !== null;
}

/** Returns the nonce the server wrote into `<meta property="csp-nonce" nonce="…">`, if there is one. */
export function readCspNonce(root: ParentNode = document): string | undefined {
  const meta = root.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  // Browsers clear the attribute so that CSS selectors cannot read it. The property keeps the value.
  return meta?.nonce || meta?.getAttribute('nonce') || undefined;
}

let isAdopted = false;

export function adoptCspNonce(): void {
  if (isAdopted) return;
  const nonce = readCspNonce();
  if (nonce === undefined) return;
  setNonce(nonce);
  isAdopted = true;
}
