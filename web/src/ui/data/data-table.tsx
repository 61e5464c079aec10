// Rows of data: a table on wide screens, a list of cards below 768 px. One column definition serves both.
// Sorting, paging and loading belong to the page.

import type { ReactNode } from 'react';
import { bindClasses } from '../../lib/bind-classes.ts';
import { CARDS_QUERY } from '../../lib/breakpoints.ts';
import { useMediaQuery } from '../../lib/hooks/use-media-query.ts';
import { Skeleton } from '../feedback/skeleton.tsx';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';
import { DataCards, skeletonKeys } from './data-cards.tsx';
import styles from './data-table.module.css';

const css = bindClasses(styles);

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'start' | 'end';
  /** CSS width: '30%'. */
  width?: string;
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
  /** Placeholder rows while the data loads. */
  skeletonRows?: number;
  /** All headers are for screen readers only. */
  isHeadHidden?: boolean;
  /** Fixed column widths, so that stacked tables align. */
  isFixed?: boolean;
};

export function DataTable<Row>(props: DataTableProps<Row>) {
  const isNarrow = useMediaQuery(CARDS_QUERY);
  return isNarrow ? <DataCards {...props} /> : <WideTable {...props} />;
}

function WideTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  skeletonRows = 6,
  isHeadHidden = false,
  isFixed = false,
}: DataTableProps<Row>) {
  const waiting = skeletonKeys(rows, skeletonRows);
  return (
    <div className={css('frame')} aria-busy={!rows || undefined}>
      <table className={css('table', isFixed && 'fixed')}>
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className={css('head', column.align, isHeadHidden && 'silent')}
                style={{ width: column.width }}
              >
                {column.isHeaderHidden || isHeadHidden ? (
                  <VisuallyHidden>{column.header}</VisuallyHidden>
                ) : (
                  column.header
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {waiting.map((key) => (
            <tr key={key} className={css('row')}>
              {columns.map((column) => (
                <td key={column.key} className={css('cell', column.align)}>
                  <span className={css('waiting')}>
                    <Skeleton width={column.isHeaderHidden ? '2.5rem' : '7rem'} />
                    {!column.isHeaderHidden && <Skeleton width="4.5rem" />}
                  </span>
                </td>
              ))}
            </tr>
          ))}
          {rows?.map((row) => (
            <tr key={rowKey(row)} className={css('row')}>
              {columns.map((column) => (
                <td key={column.key} className={css('cell', column.align)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
