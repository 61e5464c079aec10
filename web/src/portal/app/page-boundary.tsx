// The last fallback if rendering fails (product §2.20): 'Something went wrong.' and a reload button. Popups and
// lazy parts have their own boundaries.

import type { ReactNode } from 'react';
import { failureTexts } from '#texts/site/failures';
import { ErrorBoundary } from '../../shared/ui/feedback/error-boundary.tsx';
import { ErrorState } from '../../shared/ui/feedback/error-state.tsx';
import { PageColumn } from '../../shared/ui/layout/page-column.tsx';
import { VisuallyHidden } from '../../shared/ui/layout/visually-hidden.tsx';

export function PageBoundary({ children }: { children: ReactNode }) {
  return <ErrorBoundary fallback={() => <PageNotShown />}>{children}</ErrorBoundary>;
}

/** Also shown for a page whose files did not load, because a reload requests all of them again. */
export function PageNotShown() {
  return (
    <PageColumn width="narrow">
      <VisuallyHidden>
        <h1>{failureTexts.notShown}</h1>
      </VisuallyHidden>
      <ErrorState
        text={failureTexts.crashed}
        retryLabel={failureTexts.loadAgain}
        onRetry={() => window.location.reload()}
      />
    </PageColumn>
  );
}
