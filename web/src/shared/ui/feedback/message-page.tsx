// A page with a single message. The heading is for screen readers, and the message has a visible title.

import type { ReactNode } from 'react';
import { PageColumn } from '../layout/page-column.tsx';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';

type MessagePageProps = { heading: string; children: ReactNode };

export function MessagePage({ heading, children }: MessagePageProps) {
  return (
    <PageColumn width="narrow">
      <VisuallyHidden>
        <h1>{heading}</h1>
      </VisuallyHidden>
      {children}
    </PageColumn>
  );
}
