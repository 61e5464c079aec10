// The page for an unknown path.

import { notFoundTexts } from '#texts/site/not-found';
import { buttonClass } from '../../shared/ui/actions/button-class.ts';
import { EmptyState } from '../../shared/ui/feedback/empty-state.tsx';
import { MessagePage } from '../../shared/ui/feedback/message-page.tsx';

const texts = notFoundTexts.page;

export function NotFoundPage() {
  return (
    <MessagePage heading={texts.heading}>
      <EmptyState
        icon="search"
        title={texts.title}
        text={texts.text}
        action={
          <a className={buttonClass({ variant: 'secondary' })} href="/">
            {texts.action}
          </a>
        }
      />
    </MessagePage>
  );
}
