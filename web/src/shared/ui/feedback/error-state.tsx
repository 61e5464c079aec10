// Content that could not be shown, with a way to try again. The default title is that of the fallback view (product
// §2, §8).

import type { ReactNode } from 'react';
import { uiTexts } from '#texts/site/ui';
import { Button } from '../actions/button.tsx';
import { EmptyState } from './empty-state.tsx';

type ErrorStateProps = {
  title?: string;
  text?: ReactNode;
  onRetry?: () => void;
  isRetrying?: boolean;
  retryLabel?: string;
};

export function ErrorState({
  title = uiTexts.somethingWentWrong,
  text,
  onRetry,
  isRetrying = false,
  retryLabel = uiTexts.tryAgain,
}: ErrorStateProps) {
  const retry = onRetry && (
    <Button variant="secondary" icon="refresh" isLoading={isRetrying} onClick={onRetry}>
      {retryLabel}
    </Button>
  );
  return <EmptyState isFailure icon="alert" title={title} text={text} action={retry} />;
}
