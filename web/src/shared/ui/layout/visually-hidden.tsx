// Text for screen readers only.

import type { ReactNode } from 'react';
import { bindClasses } from '../../lib/bind-classes.ts';
import styles from './visually-hidden.module.css';

const css = bindClasses(styles);

export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={css('hidden')}>{children}</span>;
}
