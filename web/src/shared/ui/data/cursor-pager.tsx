// The pager of a cursor-paged list. The cursor of the page is in the address.

import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { uiTexts } from '#texts/site/ui';
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

const PARAMETER = 'after';

type Trail = readonly (string | null)[];

function toTrail(state: unknown): Trail {
  if (typeof state !== 'object' || state === null || !('trail' in state)) return [];
  return Array.isArray(state.trail) ? state.trail : [];
}

type Paging = {
  cursor: string | null;
  /** Starts at 1. Null if the page was opened by its URL, because the number is then unknown. */
  pageNumber: number | null;
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
};

/**
 * Cursor pagination of a list. The cursor is in the URL, so that back navigation, reload and sharing preserve it.
 * The previous cursors are in the history state, for the previous-page button.
 */
function usePaging(nextCursor: string | null): Paging {
  const [query] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const cursor = query.get(PARAMETER);
  const trail = toTrail(location.state);

  const goTo = (target: string | null, previous: Trail): void => {
    const next = new URLSearchParams(query);
    if (target === null) next.delete(PARAMETER);
    else next.set(PARAMETER, target);
    void navigate({ search: String(next) }, { state: { trail: previous } });
  };
  return {
    cursor,
    pageNumber: cursor === null ? 1 : trail.length > 0 ? trail.length + 1 : null,
    onPrevious: cursor === null ? null : () => goTo(trail.at(-1) ?? null, trail.slice(0, -1)),
    onNext: nextCursor === null ? null : () => goTo(nextCursor, [...trail, cursor]),
  };
}
