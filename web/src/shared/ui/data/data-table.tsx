// Rows of data: a table on wide screens, a list of cards below 768 px. Both use the same column definition.
// Sorting, paging and loading belong to the page.

import type { ReactNode } from 'react';
import { useMediaQuery } from '../../hooks/use-media-query.ts';
import { bindClasses } from '../../lib/bind-classes.ts';
import { CARDS_QUERY } from '../../lib/breakpoints.ts';
import { Skeleton } from '../feedback/skeleton.tsx';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';
import type { Column, DataTableProps } from './data-columns.ts';
import styles from './data-table.module.css';

const css = bindClasses(styles);

function toAlign({ align }: { align?: 'start' | 'end' | undefined }): 'start' | 'end' {
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
                className={css('head', toAlign(column), isHeadHidden && 'silent')}
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
                <td key={column.key} className={css('cell', toAlign(column))}>
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
          <td key={column.key} className={css('cell', toAlign(column), column.isWhole && 'whole')}>
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

function skeletonKeys(rows: readonly unknown[] | null, count: number): string[] {
  return rows ? [] : Array.from({ length: count }, (_, index) => `skeleton-${index}`);
}

type Slot = NonNullable<Column<unknown>['card']>;

function DataCards<Row>({
  caption,
  columns,
  rows,
  rowKey,
  rowNote,
  skeletonRows = 6,
  isCompact = false,
}: DataTableProps<Row>) {
  const waiting = skeletonKeys(rows, skeletonRows);
  const card = isCompact ? 'line' : 'card';
  return (
    <ul
      className={css(isCompact ? 'lines' : 'cards')}
      aria-label={caption}
      aria-busy={!rows || undefined}
    >
      {waiting.map((key) => (
        <li key={key} className={css(card)}>
          <Skeleton width="45%" />
          <Skeleton width="80%" />
        </li>
      ))}
      {rows?.map((row) => (
        <li key={rowKey(row)} className={css(card)}>
          <RowCard columns={columns} row={row} />
          {rowNote?.(row)}
        </li>
      ))}
    </ul>
  );
}

function toCardCell<Row>({ cell, cardCell = cell }: Column<Row>, row: Row): ReactNode {
  return cardCell(row);
}

type RowCardProps<Row> = { columns: readonly Column<Row>[]; row: Row };

function RowCard<Row>({ columns, row }: RowCardProps<Row>) {
  const inSlot = (slot: Slot): readonly Column<Row>[] =>
    columns.filter((column) => (column.card ?? 'row') === slot);
  const cells = (slot: Slot): ReactNode[] =>
    inSlot(slot).map((column) => <div key={column.key}>{toCardCell(column, row)}</div>);
  /** Amounts and states have no visible label in a card, so screen readers get the name of their column. */
  const namedCells = (slot: Slot): ReactNode[] =>
    inSlot(slot).map((column) => (
      <div key={column.key}>
        {!column.cardCell && <VisuallyHidden>{column.header} </VisuallyHidden>}
        {toCardCell(column, row)}
      </div>
    ));
  const facts = inSlot('row');
  const foot = inSlot('badge').length + inSlot('action').length > 0;
  return (
    <>
      <div className={css('top')}>
        <div className={css('title')}>{cells('title')}</div>
        <div className={css('aside')}>{namedCells('aside')}</div>
      </div>
      {facts.length > 0 && (
        <dl className={css('facts')}>
          {facts.map((column) => (
            <div key={column.key} className={css('fact')}>
              <dt className={css('term')}>{column.header}</dt>
              <dd className={css('value')}>{toCardCell(column, row)}</dd>
            </div>
          ))}
        </dl>
      )}
      {foot && (
        <div className={css('foot')}>
          <div>{namedCells('badge')}</div>
          <div>{cells('action')}</div>
        </div>
      )}
    </>
  );
}
