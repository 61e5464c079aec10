// The fallback when rendering fails (product §2.20): 'Something went wrong.', a reload button, and a report.
// A class: React has no other form of error boundary.

import { Component, type ReactNode } from 'react';
import { failureTexts } from '#texts/site/failures';
import { ErrorState } from '../ui/feedback/error-state.tsx';
import { PageColumn } from '../ui/layout/page-column.tsx';
import { VisuallyHidden } from '../ui/layout/visually-hidden.tsx';

type ErrorBoundaryProps = { onError: (error: unknown) => void; children: ReactNode };

export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
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
}
