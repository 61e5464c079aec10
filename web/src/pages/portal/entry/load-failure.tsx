// The invoice could not be loaded because of the network, a server error or a rate limit. Retries when the
// network is back.

import { formatMessage } from '@quittance/contract/errors';
import { useEffect, useRef } from 'react';
import { notFoundTexts } from '#texts/site/not-found';
import type { ApiFailure } from '../../../api/failure.ts';
import { useIsOnline } from '../../../lib/hooks/use-is-online.ts';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { MessagePage } from '../../../ui/feedback/message-page.tsx';

type LoadFailureProps = {
  failure: ApiFailure;
  /** A toast gives the reason (product §8.6). */
  isInToast?: boolean;
  onRetry: () => void;
};

const texts = notFoundTexts.invoice;

export function LoadFailure({ failure, isInToast = false, onRetry }: LoadFailureProps) {
  const isOnline = useIsOnline();
  const wasOnline = useRef(isOnline);
  useEffect(() => {
    if (isOnline && !wasOnline.current) onRetry();
    wasOnline.current = isOnline;
  }, [isOnline, onRetry]);
  const text = failure.kind === 'http' ? formatMessage(failure.error.message) : texts.noConnection;
  return (
    <MessagePage heading={texts.heading}>
      <ErrorState title={texts.title} {...(!isInToast && { text })} onRetry={onRetry} />
    </MessagePage>
  );
}
