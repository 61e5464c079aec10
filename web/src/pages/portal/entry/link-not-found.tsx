// A public link that opens nothing. Unknown, foreign, expired and revoked links look the same (R4).

import type { CompanyBrand } from '@quittance/contract/schemas/company';
import { notFoundTexts } from '#texts/site/not-found';
import { contactOf } from '../../../lib/contact-of.ts';
import { PUBLIC_PAGES } from '../../../lib/paths.ts';
import { buttonClass } from '../../../ui/actions/button-class.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { MessagePage } from '../../../ui/feedback/message-page.tsx';
import { Contact } from '../../../ui/text/contact.tsx';
import { Sentence } from '../../../ui/text/sentence.tsx';

const texts = notFoundTexts.link;

type LinkNotFoundProps = { domain: string; company: CompanyBrand | null };

export function LinkNotFound({ domain, company }: LinkNotFoundProps) {
  const sender = company ? <Contact key="sender" {...contactOf(company)} /> : texts.someSender;
  const resolve = `${PUBLIC_PAGES.resolve.path}?${new URLSearchParams({ company: domain })}`;
  return (
    <MessagePage heading={texts.heading}>
      <EmptyState
        icon="search"
        title={texts.title}
        text={<Sentence parts={texts.text(sender)} />}
        action={
          <a className={buttonClass()} href={resolve}>
            {texts.action}
          </a>
        }
      />
    </MessagePage>
  );
}
