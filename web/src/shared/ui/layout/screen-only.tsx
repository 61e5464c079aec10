// Content that is not printed.

import type { ReactNode } from 'react';
import { bindClasses } from '../../lib/bind-classes.ts';
import styles from './screen-only.module.css';

const css = bindClasses(styles);

export function ScreenOnly({ children }: { children: ReactNode }) {
  return <div className={css('only')}>{children}</div>;
}
