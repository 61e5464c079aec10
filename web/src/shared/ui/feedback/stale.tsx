// Dims the content of the previous response while the next one loads.

import type { ReactNode } from 'react';
import { bindClasses } from '../../lib/bind-classes.ts';
import styles from './stale.module.css';

const css = bindClasses(styles);

export function Stale({ isStale, children }: { isStale: boolean; children: ReactNode }) {
  return (
    <div aria-busy={isStale || undefined} className={css(isStale && 'stale')}>
      {children}
    </div>
  );
}
