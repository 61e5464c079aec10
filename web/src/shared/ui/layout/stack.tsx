// Children in a column or row with an even gap.

import type { ReactNode } from 'react';
import { bindClasses } from '../../lib/bind-classes.ts';
import styles from './stack.module.css';

const css = bindClasses(styles);

type StackProps = {
  as?: 'div' | 'section' | 'ul' | 'ol';
  direction?: 'column' | 'row';
  gap?: 1 | 2 | 3 | 4 | 5 | 6 | 8 | 10 | 12;
  align?: 'start' | 'center' | 'end' | 'baseline';
  justify?: 'start' | 'space-between' | 'center' | 'end';
  wraps?: boolean;
  children: ReactNode;
};

export function Stack({
  as: Tag = 'div',
  direction = 'column',
  gap = 4,
  align,
  justify,
  wraps = false,
  children,
}: StackProps) {
  return (
    <Tag
      className={css(direction, `gap-${gap}`, wraps && 'wraps')}
      style={{ alignItems: align, justifyContent: justify }}
    >
      {children}
    </Tag>
  );
}
