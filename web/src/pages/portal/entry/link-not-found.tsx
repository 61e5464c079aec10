// A public link that opens nothing. Unknown, foreign, expired and revoked links look the same (R4).

import { notFoundTexts } from '#texts/site/not-found';
import { PUBLIC_PAGES } from '../../../lib/paths.ts';
import { buttonClass } from '../../../ui/actions/button-class.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { MessagePage } from '../../../ui/feedback/message-page.tsx';

const texts = notFoundTexts.link;

type LinkNotFoundProps = { domain: string; companyName: string | null };

export function LinkNotFound({ domain, companyName }: LinkNotFoundProps) {
  const sender = companyName ?? texts.someSender;
  const resolve = `${PUBLIC_PAGES.resolve.path}?${new URLSearchParams({ company: domain })}`;
  return (
    <MessagePage heading={texts.heading}>
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
    </MessagePage>
  );
}
