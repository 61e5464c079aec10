// The column of a page: at most 1120 px, or narrow for forms and public pages. Takes the focus when the
// focused element is removed, and leaves room for the pay bar on phones.

import type { ReactNode } from 'react';
import { useRestoredFocus } from '../../hooks/use-restored-focus.ts';
import { bindClasses } from '../../lib/bind-classes.ts';
import styles from './page-column.module.css';

const css = bindClasses(styles);

type PageColumnProps = {
  as?: 'main' | 'div';
  id?: string;
  width?: 'wide' | 'narrow';
  hasPayBar?: boolean;
  children: ReactNode;
};

export function PageColumn({
  as: Tag = 'main',
  id,
  width = 'wide',
  hasPayBar = false,
  children,
}: PageColumnProps) {
  const column = useRestoredFocus<HTMLDivElement>();
  return (
    <Tag
      ref={column}
      id={id}
      tabIndex={-1}
      className={css('column', width, hasPayBar && 'with-bar')}
    >
      {children}
    </Tag>
  );
}
