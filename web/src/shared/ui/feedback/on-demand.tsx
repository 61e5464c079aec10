// A component in its own chunk, in place of React's `lazy`. A chunk that failed to load is requested again on
// retry, and the failure stays inside the part. A chunk that is already loaded renders at once.

import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';
import { NotShown } from './not-shown.tsx';

type Load<Props> = () => Promise<ComponentType<Props>>;

export type OnDemand<Props = object> = { Component: ComponentType<Props>; load: Load<Props> };

type Views<Props> = {
  waiting: (props: Props) => ReactNode;
  /** Shown if the chunk did not load or could not be rendered. */
  failed?: (retry: () => void) => ReactNode;
};

export function onDemand<Props extends object>(
  fetchComponent: Load<Props>,
  { waiting, failed = (retry) => <NotShown onRetry={retry} /> }: Views<Props>,
): OnDemand<Props> {
  let loaded: ComponentType<Props> | null = null;
  const load: Load<Props> = async () => {
    loaded = await fetchComponent();
    return loaded;
  };
  function Component(props: Props) {
    const { Shown, hasFailed, retry } = useChunk(() => loaded, load);
    if (hasFailed) return failed(retry);
    if (!Shown) return waiting(props);
    return (
      <ErrorBoundary fallback={failed}>
        <Shown {...props} />
      </ErrorBoundary>
    );
  }
  return { Component, load };
}

/** The component is chosen once, because switching it would reset its state. */
function useChunk<Props>(known: () => ComponentType<Props> | null, load: Load<Props>) {
  const [Shown, setShown] = useState(known);
  const [hasFailed, setHasFailed] = useState(false);
  const isWanted = !Shown && !hasFailed;
  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    load().then(
      // A transition renders in slices, so that a large part does not block a phone.
      (Loaded) => isCurrent && startTransition(() => setShown(() => Loaded)),
      () => isCurrent && setHasFailed(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [isWanted, load]);
  return { Shown, hasFailed, retry: () => setHasFailed(false) };
}
