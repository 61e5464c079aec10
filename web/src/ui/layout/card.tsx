// A surface with a hairline. Holds things together; has no title and no behaviour of its own.

import type { ReactNode } from 'react';
import { bindClasses } from '../../lib/bind-classes.ts';
import styles from './card.module.css';

const css = bindClasses(styles);

type CardProps = {
  padding?: 'none' | 'medium' | 'large';
  /** A section with this name, when the card is a landmark of its own. */
  label?: string;
  children: ReactNode;
};

export function Card({ padding = 'large', label, children }: CardProps) {
  const className = css('card', padding);
  if (label === undefined) return <div className={className}>{children}</div>;
  return (
    <section aria-label={label} className={className}>
      {children}
    </section>
  );
}
