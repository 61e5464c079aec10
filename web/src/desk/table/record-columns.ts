/** A column of a list of the console. */
import type { ReactNode } from 'react';

export type RecordColumn<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'start' | 'end';
  /** CSS width: '22%'. */
  width?: string;
  /** The server's name of this order, ascending; without it, the list is not sorted by the column. */
  sort?: string;
  /** Not on a narrower screen, where the first column says the same. */
  from?: 'tablet' | 'desktop';
};

/** '-dueDate' by 'dueDate'. */
export const descending = (sort: string): string => `-${sort}`;
