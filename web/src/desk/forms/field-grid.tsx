// Fields side by side if there is room.

import type { ReactNode } from 'react';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import styles from './field-grid.module.css';

const css = bindClasses(styles);

export function FieldGrid({ children }: { children: ReactNode }) {
  return <div className={css('grid')}>{children}</div>;
}
