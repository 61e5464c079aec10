// A component in its own chunk. A chunk that is already loaded renders at once; React's `lazy` renders its
// fallback first even then.

import { type ComponentType, lazy, useState } from 'react';

export type OnDemand = { Component: ComponentType; load: () => Promise<ComponentType> };

export function onDemand(fetchComponent: () => Promise<ComponentType>): OnDemand {
  let loaded: ComponentType | null = null;
  const load = async (): Promise<ComponentType> => {
    loaded = await fetchComponent();
    return loaded;
  };
  const Later = lazy(async () => ({ default: await load() }));
  function Component() {
    // Chosen once: switching the component would reset its state.
    const [Shown] = useState(() => loaded ?? Later);
    return <Shown />;
  }
  return { Component, load };
}
