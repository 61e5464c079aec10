// A titled place for samples in the gallery.

import type { ReactNode } from 'react';
import { bindClasses } from '../src/lib/bind-classes.ts';
import { Heading } from '../src/ui/text/heading.tsx';
import styles from './gallery.module.css';

const css = bindClasses(styles);

type SampleProps = { title: string; look?: 'column' | 'row' | 'grid'; children: ReactNode };

export function Sample({ title, look = 'column', children }: SampleProps) {
  return (
    <div className={css('sample')}>
      <Heading level={3}>{title}</Heading>
      <div className={css(look)}>{children}</div>
    </div>
  );
}
