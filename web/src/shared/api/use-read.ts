/**
 * A component's read: loaded when the component appears and when its request changes, repeated by a refresh while
 * the component is mounted, and aborted when it is gone. Renders again only if the part it shows has changed.
 */
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useLatest } from '../hooks/use-latest.ts';
import type { ReadPlace, ReadState, Reads } from './reads.ts';

type ReadUse<Request, Problem, View> = {
  reads: Reads<Request, Problem>;
  place: ReadPlace;
  /**
   * If true, the read ends with the component. Otherwise its last response is shown when the page is opened again.
   */
  isLocal: boolean;
  request: Request | null;
  view: (read: ReadState<unknown, Problem> | undefined, key: string | null) => View;
};

export function useReadView<Request, Problem, View extends object>(
  use: ReadUse<Request, Problem, View>,
): View {
  const { reads, place, isLocal, request, view } = use;
  const { name } = place;
  const key = request && reads.keyFor(request);
  const latest = useLatest({ place, request });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what is asked for
  useEffect(() => {
    const { place, request } = latest.current;
    if (!request) return;
    reads.open(place, request);
    return () => reads.leave(place);
  }, [reads, name, latest, key]);
  useEffect(() => {
    if (isLocal) return () => reads.drop(name);
    return undefined;
  }, [reads, name, isLocal]);
  const last = useRef<View | null>(null);
  return useSyncExternalStore(reads.subscribe, () => {
    const next = view(reads.getState()[name], key);
    if (!last.current || !isSame(last.current, next)) last.current = next;
    return last.current;
  });
}

function isSame(one: object, other: object): boolean {
  return Object.entries(one).every(([field, value]) => Object.is(value, Reflect.get(other, field)));
}
