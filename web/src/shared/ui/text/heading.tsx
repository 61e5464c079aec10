// Headings. `level` is the outline level and `size` the look, so that no page skips a level.

import type { ReactNode } from 'react';
import { bindClasses } from '../../lib/bind-classes.ts';
import styles from './heading.module.css';

const css = bindClasses(styles);

type HeadingProps = {
  level: 1 | 2 | 3;
  size?: 'page' | 'section' | 'small';
  id?: string;
  children: ReactNode;
};

const SIZE_OF_LEVEL = { 1: 'page', 2: 'section', 3: 'small' } as const;

export function Heading({ level, size = SIZE_OF_LEVEL[level], id, children }: HeadingProps) {
  const Tag = `h${level}` as const;
  return (
    <Tag id={id} className={css('heading', size)}>
      {children}
    </Tag>
  );
}
