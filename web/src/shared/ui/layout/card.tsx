// A bordered surface, optionally a named section.

import type { ReactNode } from 'react';
import { bindClasses } from '../../lib/bind-classes.ts';
import styles from './card.module.css';

const css = bindClasses(styles);

type CardProps = {
  padding?: 'none' | 'medium' | 'large';
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
