// A public link that opens nothing. Unknown, foreign, expired and revoked links look the same (R4).

import type { CompanyBrand } from '@quittance/contract/companies/portal-schemas';
import { notFoundTexts } from '#texts/site/not-found';
import { contactOf } from '../../../shared/lib/contact-of.ts';
import { PUBLIC_PAGES } from '../../../shared/lib/paths.ts';
import { buttonClass } from '../../../shared/ui/actions/button-class.ts';
import { EmptyState } from '../../../shared/ui/feedback/empty-state.tsx';
import { MessagePage } from '../../../shared/ui/feedback/message-page.tsx';
import { Contact } from '../../../shared/ui/text/contact.tsx';
import { Sentence } from '../../../shared/ui/text/sentence.tsx';

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
