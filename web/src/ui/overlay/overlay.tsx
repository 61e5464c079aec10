// The result of what the payer did, filling the place it is put in: five variants (product §4),
// each with a mark that is drawn once. Title and text are announced when they change; the caller
// writes them and gives the actions.

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
    // What was pressed is covered now; without this the keyboard would be left on nothing.
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
