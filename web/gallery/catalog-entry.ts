// One UI state of the gallery. The same entry is drawn in the gallery and, by its address, on a page of its own.

import type { ReactNode } from 'react';
import type { SampleCompany } from './companies.ts';

export type CatalogEntry = {
  /** Unique and stable: file names of screenshots come from it. */
  id: string;
  title: string;
  layout?: 'column' | 'row' | 'grid';
  /** Covers the window, so the gallery only links to it. */
  isOverlay?: boolean;
  render: (company: SampleCompany) => ReactNode;
};
