// The invoice could not be loaded because of the network, a server error or a rate limit. Retries when the
// network is back.

import { useEffect, useRef } from 'react';
import { notFoundTexts } from '#texts/site/not-found';
import type { ApiFailure } from '../../../shared/api/client.ts';
import { useIsOnline } from '../../../shared/hooks/use-is-online.ts';
import { ErrorState } from '../../../shared/ui/feedback/error-state.tsx';
import { MessagePage } from '../../../shared/ui/feedback/message-page.tsx';
import { onDemand } from '../../../shared/ui/feedback/on-demand.tsx';

type LoadFailureProps = {
  failure: ApiFailure;
  /** A toast shows the reason for an HTTP error (product §8.6). */
  isInToast?: boolean;
  onRetry: () => void;
  isRetrying: boolean;
};

const texts = notFoundTexts.invoice;

/** A separate chunk with the texts of all errors. */
const Reason = onDemand(async () => (await import('./failure-reason.tsx')).FailureReason, {
  waiting: () => null,
  failed: () => null,
}).Component;

export function LoadFailure(props: LoadFailureProps) {
  const { failure, isInToast = false, onRetry, isRetrying } = props;
  const isOnline = useIsOnline();
  const wasOnline = useRef(isOnline);
  useEffect(() => {
    if (isOnline && !wasOnline.current) onRetry();
    wasOnline.current = isOnline;
  }, [isOnline, onRetry]);
  const reason = isInToast ? undefined : <Reason failure={failure} />;
  const text = failure.kind === 'http' ? reason : texts.noConnection;
  return (
    <MessagePage heading={texts.heading}>
      <ErrorState title={texts.title} text={text} onRetry={onRetry} isRetrying={isRetrying} />
    </MessagePage>
  );
}
