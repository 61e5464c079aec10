// An address of the portal that leads nowhere.

import { notFoundTexts } from '#texts/site/not-found';
import { buttonClass } from '../ui/actions/button-class.ts';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { PageColumn } from '../ui/layout/page-column.tsx';
import { VisuallyHidden } from '../ui/layout/visually-hidden.tsx';

const texts = notFoundTexts.page;

export function NotFoundPage() {
  return (
    <PageColumn width="narrow">
      <VisuallyHidden>
        <h1>{texts.heading}</h1>
      </VisuallyHidden>
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
    </PageColumn>
  );
}
