// An address of the portal that leads nowhere.

import { buttonClass } from '../ui/button-class.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageColumn } from '../ui/page-column.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';

export function NotFoundPage() {
  return (
    <PageColumn width="narrow">
      <VisuallyHidden>
        <h1>Page not found</h1>
      </VisuallyHidden>
      <EmptyState
        icon="search"
        title="There is no page at this address"
        text="If you followed a link to an invoice, open it once more from the message it came in: a part of the address may be missing."
        action={
          <a className={buttonClass({ variant: 'secondary' })} href="/">
            Go to the start page
          </a>
        }
      />
    </PageColumn>
  );
}
