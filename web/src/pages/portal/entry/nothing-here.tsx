// An address within the portal that names nothing of this customer. Somebody else's looks the same.

import { Link } from 'react-router';
import { deadEndTexts } from '#texts/site/dead-ends';
import { buttonClass } from '../../../ui/actions/button-class.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { PageColumn } from '../../../ui/layout/page-column.tsx';
import { VisuallyHidden } from '../../../ui/layout/visually-hidden.tsx';

type NothingHereProps = { title: string; href: string; label: string };

export function NothingHere({ title, href, label }: NothingHereProps) {
  return (
    <PageColumn width="narrow">
      <VisuallyHidden>
        <h1>{deadEndTexts.thing.heading}</h1>
      </VisuallyHidden>
      <EmptyState
        icon="search"
        title={title}
        text={deadEndTexts.thing.text}
        action={
          <Link className={buttonClass({ variant: 'secondary' })} to={href}>
            {label}
          </Link>
        }
      />
    </PageColumn>
  );
}
