// One UI state of the gallery. The same entry is rendered in the gallery and, by its address, on its own page.

import type { ReactNode } from 'react';
import type { SampleCompany } from './companies.ts';

export type CatalogEntry = {
  /** Unique and stable, because the file names of screenshots are derived from it. */
  id: string;
  title: string;
  layout?: 'column' | 'row' | 'grid';
  /** Covers the window, so the gallery only links to it. */
  isOverlay?: boolean;
  render: (company: SampleCompany) => ReactNode;
};
