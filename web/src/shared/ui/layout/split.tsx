// Main column and sticky aside. Below 960 px they are stacked, with the aside last unless `asideFirst` is set.

import type { ReactNode } from 'react';
import { bindClasses } from '../../lib/bind-classes.ts';
import styles from './split.module.css';

const css = bindClasses(styles);

type SplitProps = { aside: ReactNode; asideFirst?: boolean; children: ReactNode };

export function Split({ aside, asideFirst = false, children }: SplitProps) {
  return (
    <div className={css('split')}>
      <div className={css('main')}>{children}</div>
      {aside && <div className={css('aside', asideFirst && 'first')}>{aside}</div>}
    </div>
  );
}
