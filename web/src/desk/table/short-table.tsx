// A short table inside a section, which scrolls sideways if it does not fit. On a phone, every row is a card. A click
// anywhere on a row opens its first link. Apart from the paged table, because the first view has no long list.

import type { MouseEvent, ReactNode } from 'react';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { VisuallyHidden } from '../../shared/ui/layout/visually-hidden.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { tableTexts } from '../texts/table.ts';
import styles from './table.module.css';

const css = bindClasses(styles);

/** Repeated, because Safari takes the roles away from tables that are displayed as cards. */
export const TABLE = { role: 'table' };
export const GROUP = { role: 'rowgroup' };
export const ROW = { role: 'row' };
const HEADER = { role: 'columnheader' };
const CELL = { role: 'cell' };

export type Column<Row> = {
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'start' | 'end';
  width?: string;
  /** The server's name of this order, ascending. Without it, the column cannot be sorted. */
  sort?: string;
  /** Hidden on narrower screens, where the first column shows the same value. */
  from?: 'tablet' | 'desktop';
  isHeaderHidden?: boolean;
  /** Replaces the text of the header. */
  headerCell?: ReactNode;
  /** For longer texts that take several lines. */
  isText?: boolean;
  /** Selects the row. On a card, it stands before the first column. */
  isSelector?: boolean;
};

export type Sort = { value: string; onChange: (value: string) => void };

export type ShortTableProps<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  empty?: string;
};

export function ShortTable<Row>({ caption, columns, rows, rowKey, empty }: ShortTableProps<Row>) {
  if (rows.length === 0 && empty !== undefined) return <Text tone="muted">{empty}</Text>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling frame is scrolled by the keyboard too
    <div className={css('short')} tabIndex={0}>
      <table {...TABLE} className={css('table')} aria-label={caption}>
        <thead {...GROUP}>
          <tr {...ROW}>
            {columns.map((column) => (
              <HeadCell key={column.header} column={column} />
            ))}
          </tr>
        </thead>
        <tbody {...GROUP}>
          {rows.map((row) => (
            <tr {...ROW} key={rowKey(row)} className={css('row')} onClick={openRow}>
              <Cells columns={columns} row={row} isLabeled />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const OWN_CLICK = ':is(a,button,input,label,select,summary)';

/** The modifier keys are passed on, so that the link can open in a new tab. A selected text is not a click. */
export function openRow(event: MouseEvent<HTMLElement>): void {
  const isOwn = event.target instanceof Element && event.target.closest(OWN_CLICK) !== null;
  if (isOwn || window.getSelection()?.isCollapsed === false) return;
  const { ctrlKey, metaKey, shiftKey } = event;
  const click = { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey };
  event.currentTarget.querySelector('a')?.dispatchEvent(new window.MouseEvent('click', click));
}

type CellsProps<Row> = { columns: readonly Column<Row>[]; row: Row; isLabeled?: boolean };

export function Cells<Row>({ columns, row, isLabeled = false }: CellsProps<Row>) {
  return columns.map(({ header, cell, align = 'start', isText, isSelector, isHeaderHidden }) => (
    <td
      {...CELL}
      key={header}
      className={css('cell', align, isText && 'text', isSelector && 'selector')}
      // A card shows the label that a table has in its head.
      data-label={isLabeled && !isHeaderHidden ? header : undefined}
    >
      {cell(row)}
    </td>
  ));
}

type HeadCellProps<Row> = { column: Column<Row>; sort?: Sort | undefined };

export function HeadCell<Row>({ column, sort }: HeadCellProps<Row>) {
  const { header, align = 'start', width, sort: name, isHeaderHidden } = column;
  const frame = {
    ...HEADER,
    scope: 'col',
    className: css('header', align, name === undefined && !column.isSelector && 'unsorted'),
    style: { width },
  };
  if (name === undefined || !sort)
    return (
      <th {...frame}>
        {column.headerCell ?? (isHeaderHidden ? <VisuallyHidden>{header}</VisuallyHidden> : header)}
      </th>
    );
  const down = `-${name}`;
  const isUp = sort.value === name;
  const isDown = sort.value === down;
  return (
    <th {...frame} aria-sort={isUp ? 'ascending' : isDown ? 'descending' : 'none'}>
      <button
        type="button"
        className={css('sorter')}
        onClick={() => sort.onChange(isUp ? down : name)}
      >
        {header}
        <span className={css('order', !isUp && !isDown && 'none')} aria-hidden="true">
          {isDown ? tableTexts.down : tableTexts.up}
        </span>
      </button>
    </th>
  );
}
