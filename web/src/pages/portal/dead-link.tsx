// A link that opens nothing. Unknown, foreign, expired and revoked look the same on purpose (R4), so the
// words fit all four and say what helps.

import { buttonClass } from '../../ui/button-class.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageColumn } from '../../ui/page-column.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

export function DeadLink({ companyName }: { companyName: string | null }) {
  const sender = companyName ?? 'the company that sent it';
  return (
    <PageColumn width="narrow">
      <VisuallyHidden>
        <h1>Link not found</h1>
      </VisuallyHidden>
      <EmptyState
        icon="search"
        title="This link does not open an invoice"
        text={`It may have expired, been replaced by a newer one, or lost a part when it was copied. Please open the newest message again, or ask ${sender} for a new link. Nothing has been charged.`}
        action={
          <a className={buttonClass({ variant: 'secondary' })} href="/faq">
            Questions and answers
          </a>
        }
      />
    </PageColumn>
  );
}
