// A link that opens nothing. Unknown, foreign, expired and revoked look the same on purpose (R4), so the
// words fit all four and say what helps.

import { notFoundTexts } from '#texts/site/not-found';
import { PUBLIC_PAGES } from '../../../lib/paths.ts';
import { buttonClass } from '../../../ui/actions/button-class.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { PageColumn } from '../../../ui/layout/page-column.tsx';
import { VisuallyHidden } from '../../../ui/layout/visually-hidden.tsx';

const texts = notFoundTexts.link;

type LinkNotFoundProps = { domain: string; companyName: string | null };

export function LinkNotFound({ domain, companyName }: LinkNotFoundProps) {
  const sender = companyName ?? texts.someSender;
  const resolve = `${PUBLIC_PAGES.resolve.path}?${new URLSearchParams({ company: domain })}`;
  return (
    <PageColumn width="narrow">
      <VisuallyHidden>
        <h1>{texts.heading}</h1>
      </VisuallyHidden>
      <EmptyState
        icon="search"
        title={texts.title}
        text={texts.text(sender)}
        action={
          <a className={buttonClass()} href={resolve}>
            {texts.action}
          </a>
        }
      />
    </PageColumn>
  );
}
