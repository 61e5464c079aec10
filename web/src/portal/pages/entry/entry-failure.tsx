// An entry page whose company is unknown or could not be loaded.

import { notFoundTexts } from '#texts/site/not-found';
import type { ApiFailure } from '../../../shared/api/client.ts';
import { isStatus } from '../../../shared/api/http.ts';
import { PUBLIC_PAGES } from '../../../shared/lib/paths.ts';
import { buttonClass } from '../../../shared/ui/actions/button-class.ts';
import { EmptyState } from '../../../shared/ui/feedback/empty-state.tsx';
import { ErrorState } from '../../../shared/ui/feedback/error-state.tsx';
import { MessagePage } from '../../../shared/ui/feedback/message-page.tsx';
import { failureText } from '../../store/failure-text.ts';

type EntryFailureProps = { failure: ApiFailure; onRetry: () => void; isRetrying: boolean };

export function EntryFailure({ failure, onRetry, isRetrying }: EntryFailureProps) {
  const isUnknown = isStatus(failure, 404);
  return (
    <MessagePage heading={isUnknown ? notFoundTexts.company.heading : notFoundTexts.entry.heading}>
      {isUnknown ? (
        <EmptyState
          icon="search"
          title={notFoundTexts.company.title}
          text={notFoundTexts.company.text}
          action={
            <a className={buttonClass()} href={PUBLIC_PAGES.resolve.path}>
              {notFoundTexts.company.action}
            </a>
          }
        />
      ) : (
        <ErrorState
          title={notFoundTexts.entry.title}
          text={failureText(failure)}
          onRetry={onRetry}
          isRetrying={isRetrying}
        />
      )}
    </MessagePage>
  );
}
