// The pager of a cursor-paged list; the cursor of the page is in the address.

import { uiTexts } from '#texts/site/ui';
import { usePaging } from '../../hooks/use-paging.ts';
import { Pager } from './pager.tsx';

type CursorPagerProps = { label: string; nextCursor: string | null };

export function CursorPager({ label, nextCursor }: CursorPagerProps) {
  const { onPrevious, onNext, pageNumber } = usePaging(nextCursor);
  return (
    <Pager
      label={label}
      text={pageNumber === null ? undefined : uiTexts.page(pageNumber)}
      previousLabel={pageNumber === null ? uiTexts.firstPage : uiTexts.previous}
      onPrevious={onPrevious}
      onNext={onNext}
    />
  );
}
