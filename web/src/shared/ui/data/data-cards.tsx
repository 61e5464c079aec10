// The narrow layout of data-table.tsx: each row is a card with a title, an amount, labeled facts and an
// action.

import type { ReactNode } from 'react';
import { bindClasses } from '../../lib/bind-classes.ts';
import { Skeleton } from '../feedback/skeleton.tsx';
import styles from './data-cards.module.css';
import type { Column, DataTableProps } from './data-columns.ts';

const css = bindClasses(styles);

/** Keys of the placeholder rows: none once the rows are known. */
export function skeletonKeys(rows: readonly unknown[] | null, count: number): string[] {
  return rows ? [] : Array.from({ length: count }, (_, index) => `skeleton-${index}`);
}

type Slot = NonNullable<Column<unknown>['card']>;

export function DataCards<Row>({
  caption,
  columns,
  rows,
  rowKey,
  rowNote,
  skeletonRows = 6,
}: DataTableProps<Row>) {
  const waiting = skeletonKeys(rows, skeletonRows);
  return (
    <ul className={css('cards')} aria-label={caption} aria-busy={!rows || undefined}>
      {waiting.map((key) => (
        <li key={key} className={css('card')}>
          <Skeleton width="45%" />
          <Skeleton width="80%" />
        </li>
      ))}
      {rows?.map((row) => (
        <li key={rowKey(row)} className={css('card')}>
          <CardOf columns={columns} row={row} />
          {rowNote?.(row)}
        </li>
      ))}
    </ul>
  );
}

type CardOfProps<Row> = { columns: readonly Column<Row>[]; row: Row };

function CardOf<Row>({ columns, row }: CardOfProps<Row>) {
  const inSlot = (slot: Slot): readonly Column<Row>[] =>
    columns.filter((column) => (column.card ?? 'row') === slot);
  const cells = (slot: Slot): ReactNode[] =>
    inSlot(slot).map((column) => <div key={column.key}>{column.cell(row)}</div>);
  const facts = inSlot('row');
  const foot = inSlot('badge').length + inSlot('action').length > 0;
  return (
    <>
      <div className={css('top')}>
        <div className={css('title')}>{cells('title')}</div>
        <div className={css('aside')}>{cells('aside')}</div>
      </div>
      {facts.length > 0 && (
        <dl className={css('facts')}>
          {facts.map((column) => (
            <div key={column.key} className={css('fact')}>
              <dt className={css('term')}>{column.header}</dt>
              <dd className={css('value')}>{column.cell(row)}</dd>
            </div>
          ))}
        </dl>
      )}
      {foot && (
        <div className={css('foot')}>
          <div>{cells('badge')}</div>
          <div>{cells('action')}</div>
        </div>
      )}
    </>
  );
}
