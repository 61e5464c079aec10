// An address within the portal that names nothing of this customer. Somebody else's looks the same.

import { Link } from 'react-router';
import { buttonClass } from '../../ui/button-class.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageColumn } from '../../ui/page-column.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

type NothingHereProps = { what: string; href: string; label: string };

export function NothingHere({ what, href, label }: NothingHereProps) {
  return (
    <PageColumn width="narrow">
      <VisuallyHidden>
        <h1>Not found</h1>
      </VisuallyHidden>
      <EmptyState
        icon="search"
        title={`There is no such ${what}`}
        text="It may belong to somebody else, or the address lost a part."
        action={
          <Link className={buttonClass({ variant: 'secondary' })} to={href}>
            {label}
          </Link>
        }
      />
    </PageColumn>
  );
}
