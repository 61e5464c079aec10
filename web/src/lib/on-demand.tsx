// A component in a file of its own. Where the file is already there it is drawn at once; React's own `lazy`
// shows its fallback first even then, which costs a page one more drawing.

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
    // Chosen once: another component in the same place would begin anew.
    const [Shown] = useState(() => loaded ?? Later);
    return <Shown />;
  }
  return { Component, load };
}
