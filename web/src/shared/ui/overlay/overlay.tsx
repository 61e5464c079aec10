// The result of a payment over its container: the variants of product §4 and the wait for a bank. Title and text are announced when
// they change.

import { type ReactNode, useEffect, useId, useRef } from 'react';
import { bindClasses } from '../../lib/bind-classes.ts';
import styles from './overlay.module.css';
import { OverlayMark, type OverlayVariant } from './overlay-mark.tsx';

const css = bindClasses(styles);

type OverlayProps = {
  variant: OverlayVariant;
  title: string;
  text?: string | undefined;
  /** Facts of the payment, usually a card with a summary list. */
  children?: ReactNode;
  /** Buttons, the most useful one first. */
  actions?: ReactNode;
};

export function Overlay({ variant, title, text, children, actions }: OverlayProps) {
  const section = useRef<HTMLElement>(null);
  const titleId = useId();
  useEffect(() => {
    // The pressed button is covered now, so the focus moves to the overlay.
    section.current?.focus({ preventScroll: true });
  }, []);
  const isWaiting = variant === 'loading' || variant === 'pending';
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby={titleId}
      aria-busy={isWaiting || undefined}
      className={css('overlay')}
    >
      <div className={css('content')}>
        <OverlayMark key={variant} variant={variant} />
        <div role={variant === 'error' ? 'alert' : 'status'} className={css('words')}>
          <h2 id={titleId} className={css('title')}>
            {title}
          </h2>
          {text && <p className={css('text')}>{text}</p>}
        </div>
        {children && <div className={css('details')}>{children}</div>}
        {actions && <div className={css('actions')}>{actions}</div>}
      </div>
    </section>
  );
}
