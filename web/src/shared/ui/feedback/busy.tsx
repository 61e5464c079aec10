// Marks a region as loading for screen readers.

import type { ReactNode } from 'react';

export function Busy({ children }: { children: ReactNode }) {
  return <div aria-busy="true">{children}</div>;
}
