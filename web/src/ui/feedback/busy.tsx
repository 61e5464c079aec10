// A region whose content is on its way, for whoever cannot see the shapes in it.

import type { ReactNode } from 'react';

export function Busy({ children }: { children: ReactNode }) {
  return <div aria-busy="true">{children}</div>;
}
