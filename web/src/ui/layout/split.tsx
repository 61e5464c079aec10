// The story on the left, what to do about it on the right, where it stays in sight while the story
// scrolls. Under 960 px the two stand below each other, the second one last unless `asideFirst`.

import type { ReactNode } from 'react';
import { bindClasses } from '../../lib/bind-classes.ts';
import styles from './split.module.css';

const css = bindClasses(styles);

type SplitProps = { aside: ReactNode; asideFirst?: boolean; children: ReactNode };

export function Split({ aside, asideFirst = false, children }: SplitProps) {
  return (
    <div className={css('split')}>
      <div className={css('main')}>{children}</div>
      <div className={css('aside', asideFirst && 'first')}>{aside}</div>
    </div>
  );
}
