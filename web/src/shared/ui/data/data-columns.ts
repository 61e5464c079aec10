// The column definition that the table and the card layout share.

import type { ReactNode } from 'react';

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'start' | 'end';
  /** CSS width: '30%'. */
  width?: string;
  /** Lines do not break: amounts and dates. */
  isWhole?: boolean;
  /** The header is for screen readers only. */
  isHeaderHidden?: boolean;
  /** The slot of the cell on a card; 'row' shows the header beside it. */
  card?: 'title' | 'aside' | 'badge' | 'row' | 'action' | 'none';
};

export type DataTableProps<Row> = {
  /** The accessible name of the table. */
  caption: string;
  columns: readonly Column<Row>[];
  /** Null while loading. */
  rows: readonly Row[] | null;
  rowKey: (row: Row) => string;
  /** A sentence below the row; null for none. */
  rowNote?: (row: Row) => ReactNode;
  /** Placeholder rows while the data loads. */
  skeletonRows?: number;
  /** All headers are for screen readers only. */
  isHeadHidden?: boolean;
  /** Fixed column widths, so that stacked tables align. */
  isFixed?: boolean;
};
