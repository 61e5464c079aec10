// The invoice could not be fetched, although the link may be fine: no network, a server in trouble, or too
// many tries. Tries again by itself when the network comes back.

import { formatMessage } from '@quittance/contract/errors';
import { useEffect, useRef } from 'react';
import type { ApiFailure } from '../../api/failure.ts';
import { useIsOnline } from '../../lib/use-is-online.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageColumn } from '../../ui/page-column.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

type LoadFailureProps = { failure: ApiFailure; onRetry: () => void };

const NO_CONNECTION_TEXT =
  'We could not reach the portal. Please check your connection; this page tries again as soon as it is back.';

export function LoadFailure({ failure, onRetry }: LoadFailureProps) {
  const isOnline = useIsOnline();
  const wasOnline = useRef(isOnline);
  useEffect(() => {
    if (isOnline && !wasOnline.current) onRetry();
    wasOnline.current = isOnline;
  }, [isOnline, onRetry]);
  const text = failure.kind === 'http' ? formatMessage(failure.error.message) : NO_CONNECTION_TEXT;
  return (
    <PageColumn width="narrow">
      <VisuallyHidden>
        <h1>Invoice not loaded</h1>
      </VisuallyHidden>
      <ErrorState title="Your invoice could not be loaded" text={text} onRetry={onRetry} />
    </PageColumn>
  );
}
