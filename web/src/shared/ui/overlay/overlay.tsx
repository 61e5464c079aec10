// The result of a payment, shown over its container: the variants of product §4 and the wait for a bank. Title and
// text are announced when they change.

import { type ReactNode, useEffect, useId, useRef } from 'react';
import { bindClasses } from '../../lib/bind-classes.ts';
import styles from './overlay.module.css';

const css = bindClasses(styles);

type OverlayProps = {
  variant: OverlayVariant;
  title: string;
  text?: string | undefined;
  children?: ReactNode;
  actions?: ReactNode;
};

export function Overlay({ variant, title, text, children, actions }: OverlayProps) {
  const section = useRef<HTMLElement>(null);
  const titleId = useId();
  useEffect(() => {
    // The overlay now covers the pressed button, so the focus moves to the overlay.
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

export type OverlayVariant =
  | 'loading'
  | 'pending'
  | 'challenge'
  | 'success'
  | 'error'
  | 'scheduled';

const stroke = (d: string, order: 'first' | 'second' | 'third'): ReactNode => (
  <path d={d} pathLength={1} className={css('stroke', order)} />
);

const turning = (
  <>
    <circle cx="48" cy="48" r="44" className={css('track')} />
    <path d="M48 4a44 44 0 0 1 44 44" className={css('arc')} />
  </>
);

const underWay = (
  <>
    {turning}
    <path d="M34 36h28a4 4 0 0 1 4 4v16a4 4 0 0 1-4 4H34a4 4 0 0 1-4-4V40a4 4 0 0 1 4-4Z" />
    <path d="M30 44h36M37 53h7" />
  </>
);

const CALENDAR = 'M34 36h28a4 4 0 0 1 4 4v22a4 4 0 0 1-4 4H34a4 4 0 0 1-4-4V40a4 4 0 0 1 4-4Z';

const DRAWINGS: Record<OverlayVariant, ReactNode> = {
  loading: (
    <>
      {turning}
      <path d="M37 46h22a3 3 0 0 1 3 3v13a3 3 0 0 1-3 3H37a3 3 0 0 1-3-3V49a3 3 0 0 1 3-3Z" />
      <path d="M40 46v-6a8 8 0 0 1 16 0v6M48 54v4" />
    </>
  ),
  pending: underWay,
  challenge: underWay,
  success: stroke('M30 49.5 42.5 62 66 36', 'first'),
  error: (
    <>
      {stroke('M35 35l26 26', 'first')}
      {stroke('M61 35 35 61', 'second')}
    </>
  ),
  scheduled: (
    <>
      {stroke(CALENDAR, 'first')}
      {stroke('M30 44h36M40 30v9M56 30v9', 'second')}
      {stroke('M41 54l5 5 9-9', 'third')}
    </>
  ),
};

function OverlayMark({ variant }: { variant: OverlayVariant }) {
  return (
    <span className={css('mark', variant)}>
      <svg viewBox="0 0 96 96" aria-hidden="true" focusable="false" className={css('drawing')}>
        {DRAWINGS[variant]}
      </svg>
    </span>
  );
}
