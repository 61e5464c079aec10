/**
 * A page's read: asked when the page opens and when its request changes, read again by a refresh while the
 * page is open, aborted when it is left. The value is shown only while it answers the page's own request; a
 * refresh renders nothing unless the answer is new.
 */
import type { RouteName } from '@quittance/contract/portal-routes';
import { useCallback, useEffect } from 'react';
import { shallowEqual } from 'react-redux';
import { useLatest } from '../../shared/hooks/use-latest.ts';
import { useAppDispatch, useAppSelector } from './hooks.ts';
import { keyOf, type Read, type ReadRequest } from './read.ts';
import type { ReadState } from './reads.ts';
import type { RootState } from './root.ts';

/** What a page shows of a read's progress: nothing while it shows the answer. */
function progressOf(read: ReadState | undefined, key: string | null) {
  const isHeld = key !== null && read?.heldKey === key;
  const isAsked = key !== null && read?.key === key && !isHeld;
  return {
    isHeld,
    failure: isAsked ? read.failure : null,
    isLoading: isAsked && read.isLoading,
  };
}

type UseRead<Name extends RouteName, Value> = {
  read: Read<Name>;
  /** Null while it is not known yet what to ask for. */
  request: ReadRequest<Name> | null;
  select: (state: RootState) => Value | null;
};

export function useRead<Name extends RouteName, Value>({
  read,
  request,
  select,
}: UseRead<Name, Value>) {
  const dispatch = useAppDispatch();
  const key = request && keyOf(request);
  const latest = useLatest(request);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what is asked for
  useEffect(() => {
    if (!latest.current) return;
    dispatch(read.open(latest.current));
    return () => dispatch(read.leave());
  }, [dispatch, read, latest, key]);
  const { isHeld, ...progress } = useAppSelector(
    ({ reads }) => progressOf(reads[read.name], key),
    shallowEqual,
  );
  const held = useAppSelector(select);
  const again = useCallback(() => void dispatch(read.again()), [dispatch, read]);
  return {
    ...progress,
    value: isHeld ? held : null,
    /** The last answer, also to another request: shown while another page of a list loads. */
    previous: held,
    again,
  };
}
