// A door that leads nowhere, because nobody has this company, or one that could not be reached.

import { type ApiFailure, isStatus } from '../../api/failure.ts';
import { PUBLIC_PAGES } from '../../lib/paths.ts';
import { failureText } from '../../state/failure-text.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageColumn } from '../../ui/page-column.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

type EntryFailureProps = { failure: ApiFailure; onRetry: () => void };

export function EntryFailure({ failure, onRetry }: EntryFailureProps) {
  const isUnknown = isStatus(failure, 404);
  return (
    <PageColumn width="narrow">
      <VisuallyHidden>
        <h1>{isUnknown ? 'Company not found' : 'Not loaded'}</h1>
      </VisuallyHidden>
      {isUnknown ? (
        <EmptyState
          icon="search"
          title="We know no company at this address"
          text="Its name in the address may have lost a letter. With the invoice at hand you can find the way without it."
          action={
            <a className={buttonClass()} href={PUBLIC_PAGES.resolve.path}>
              Find your invoice
            </a>
          }
        />
      ) : (
        <ErrorState
          title="This page could not be loaded"
          text={failureText(failure)}
          onRetry={onRetry}
        />
      )}
    </PageColumn>
  );
}
