// The page for a resource that does not exist or belongs to another customer. Both cases look the same.

import { Link } from 'react-router';
import { notFoundTexts } from '#texts/site/not-found';
import { buttonClass } from '../../../shared/ui/actions/button-class.ts';
import { EmptyState } from '../../../shared/ui/feedback/empty-state.tsx';
import { MessagePage } from '../../../shared/ui/feedback/message-page.tsx';

type ResourceNotFoundProps = {
  heading?: string;
  title: string;
  text?: string;
  href: string;
  label: string;
};

const { thing } = notFoundTexts;

export function ResourceNotFound({
  heading = thing.heading,
  title,
  text = thing.text,
  href,
  label,
}: ResourceNotFoundProps) {
  return (
    <MessagePage heading={heading}>
      <EmptyState
        icon="search"
        title={title}
        text={text}
        action={
          <Link className={buttonClass({ variant: 'secondary' })} to={href}>
            {label}
          </Link>
        }
      />
    </MessagePage>
  );
}
