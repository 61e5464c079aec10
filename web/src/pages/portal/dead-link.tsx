// A link that opens nothing. Unknown, foreign, expired and revoked look the same on purpose (R4), so the
// words fit all four and say what helps.

import { PUBLIC_PAGES } from '../../lib/paths.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageColumn } from '../../ui/page-column.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

type DeadLinkProps = { domain: string; companyName: string | null };

export function DeadLink({ domain, companyName }: DeadLinkProps) {
  const sender = companyName ?? 'the company that sent it';
  const resolve = `${PUBLIC_PAGES.resolve.path}?${new URLSearchParams({ company: domain })}`;
  return (
    <PageColumn width="narrow">
      <VisuallyHidden>
        <h1>Link not found</h1>
      </VisuallyHidden>
      <EmptyState
        icon="search"
        title="This link does not open an invoice"
        text={`It may have expired, been replaced by a newer one, or lost a part when it was copied. We can send you a fresh one, or you ask ${sender}. Nothing has been charged.`}
        action={
          <a className={buttonClass()} href={resolve}>
            Get a new link
          </a>
        }
      />
    </PageColumn>
  );
}
