// Pages of a list whose next page is known only by the end of this one. Where the page begins is in the
// address, so that going back, reloading and sharing keep it; the way there is in the history's own
// state, for the button that leads back.

import { useLocation, useNavigate, useSearchParams } from 'react-router';

const PARAMETER = 'after';

type Trail = readonly (string | null)[];

function trailOf(state: unknown): Trail {
  if (typeof state !== 'object' || state === null || !('trail' in state)) return [];
  return Array.isArray(state.trail) ? state.trail : [];
}

export type Paging = {
  /** Where this page begins; null for the first one. */
  cursor: string | null;
  /** From 1; null when nobody knows, because the page was opened by its address. */
  pageNumber: number | null;
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
};

export function usePaging(nextCursor: string | null): Paging {
  const [query] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const cursor = query.get(PARAMETER);
  const trail = trailOf(location.state);

  const goTo = (place: string | null, way: Trail): void => {
    const next = new URLSearchParams(query);
    if (place === null) next.delete(PARAMETER);
    else next.set(PARAMETER, place);
    void navigate({ search: String(next) }, { state: { trail: way } });
  };
  return {
    cursor,
    pageNumber: cursor === null ? 1 : trail.length > 0 ? trail.length + 1 : null,
    onPrevious: cursor === null ? null : () => goTo(trail.at(-1) ?? null, trail.slice(0, -1)),
    onNext: nextCursor === null ? null : () => goTo(nextCursor, [...trail, cursor]),
  };
}
