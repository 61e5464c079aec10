// Shown in place of a portal resource that was not found, failed to load or is still loading.

import type { ApiFailure } from '../../../shared/api/client.ts';
import { isStatus } from '../../../shared/api/http.ts';
import { ErrorState } from '../../../shared/ui/feedback/error-state.tsx';
import { PageSkeleton } from '../../../shared/ui/feedback/page-skeleton.tsx';
import { PageColumn } from '../../../shared/ui/layout/page-column.tsx';
import { failureText } from '../../store/failure-text.ts';
import { ResourceNotFound } from './resource-not-found.tsx';

type ResourceFailureProps = {
  failure: ApiFailure | null;
  notFound: Parameters<typeof ResourceNotFound>[0];
  title: string;
  onRetry: () => void;
  isRetrying: boolean;
};

/** The server responds to a malformed id with 400, which is treated like an unknown id. */
export function isNotFound(failure: ApiFailure | null): boolean {
  return isStatus(failure, 404) || isStatus(failure, 400);
}

export function ResourceFailure({
  failure,
  notFound,
  title,
  onRetry,
  isRetrying,
}: ResourceFailureProps) {
  if (!failure) return <PageSkeleton />;
  if (isNotFound(failure)) return <ResourceNotFound {...notFound} />;
  return (
    <PageColumn width="narrow">
      <ErrorState
        title={title}
        text={failureText(failure)}
        onRetry={onRetry}
        isRetrying={isRetrying}
      />
    </PageColumn>
  );
}
