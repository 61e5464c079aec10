// The column definition that the table and the card layout share.

import type { ReactNode } from 'react';

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'start' | 'end';
  width?: string;
  /** Prevents line breaks, for amounts and dates. */
  isWhole?: boolean;
  /** The header is for screen readers only. */
  isHeaderHidden?: boolean;
  /** The slot of the cell on a card. 'row' shows the header beside it. */
  card?: 'title' | 'aside' | 'badge' | 'row' | 'action' | 'none';
  /** Replaces `cell` on a card. */
  cardCell?: (row: Row) => ReactNode;
};

export type DataTableProps<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | null;
  rowKey: (row: Row) => string;
  rowNote?: (row: Row) => ReactNode;
  skeletonRows?: number;
  /** All headers are for screen readers only. */
  isHeadHidden?: boolean;
  /** Fixed column widths, so that stacked tables align. */
  isFixed?: boolean;
  /** Many short rows are one list on a phone, not a card each. */
  isCompact?: boolean;
};
