// Rows of data: a table on wide screens, a list of cards below 768 px. One column definition serves both.
// Sorting, paging and loading belong to the page.

import type { ReactNode } from 'react';
import { useMediaQuery } from '../../hooks/use-media-query.ts';
import { bindClasses } from '../../lib/bind-classes.ts';
import { CARDS_QUERY } from '../../lib/breakpoints.ts';
import { Skeleton } from '../feedback/skeleton.tsx';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';
import { DataCards, skeletonKeys } from './data-cards.tsx';
import type { Column, DataTableProps } from './data-columns.ts';
import styles from './data-table.module.css';

const css = bindClasses(styles);

function alignOf({ align }: { align?: 'start' | 'end' | undefined }): 'start' | 'end' {
  return align === 'end' ? 'end' : 'start';
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const isNarrow = useMediaQuery(CARDS_QUERY);
  return isNarrow ? <DataCards {...props} /> : <WideTable {...props} />;
}

function WideTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  rowNote,
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
                className={css('head', alignOf(column), isHeadHidden && 'silent')}
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
                <td key={column.key} className={css('cell', alignOf(column))}>
                  <span className={css('waiting')}>
                    <Skeleton width={column.isHeaderHidden ? '2.5rem' : '7rem'} />
                    {!column.isHeaderHidden && <Skeleton width="4.5rem" />}
                  </span>
                </td>
              ))}
            </tr>
          ))}
          {rows?.map((row) => (
            <BodyRow key={rowKey(row)} columns={columns} row={row} note={rowNote?.(row)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type BodyRowProps<Row> = { columns: readonly Column<Row>[]; row: Row; note: ReactNode };

function BodyRow<Row>({ columns, row, note }: BodyRowProps<Row>) {
  return (
    <>
      <tr className={css('row')}>
        {columns.map((column) => (
          <td key={column.key} className={css('cell', alignOf(column), column.isWhole && 'whole')}>
            {column.cell(row)}
          </td>
        ))}
      </tr>
      {note && (
        <tr>
          <td className={css('note')} colSpan={columns.length}>
            {note}
          </td>
        </tr>
      )}
    </>
  );
}
