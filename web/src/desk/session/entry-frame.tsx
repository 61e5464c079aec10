// The frame of the pages before sign-in: one card below the product's name.

import { type ReactNode, useEffect } from 'react';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { Logo } from '../../shared/theme/logo.tsx';
import { Card } from '../../shared/ui/layout/card.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import styles from './entry-frame.module.css';

const css = bindClasses(styles);

const PRODUCT_NAME = 'Quittance';

type EntryFrameProps = { title: string; children: ReactNode };

export function EntryFrame({ title, children }: EntryFrameProps) {
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <main className={css('page')}>
      <div className={css('column')}>
        <Stack direction="row" gap={3}>
          <Logo name={PRODUCT_NAME} />
          <span className={css('name')}>{PRODUCT_NAME}</span>
        </Stack>
        <Card padding="large">{children}</Card>
      </div>
    </main>
  );
}
