// The table of the console. On a phone, every row is a card. A short table inside a section scrolls sideways if it
// does not fit. A paged table is a list in a scrolling frame, as high as its rows: only the visible rows are in the
// document, the next page is read before the end is reached, and arrow keys, Home and End move between the links of
// the rows. A click anywhere on a row opens its first link.

import { useVirtualizer } from '@tanstack/react-virtual';
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { useMediaQuery } from '../../shared/hooks/use-media-query.ts';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { CARDS_QUERY } from '../../shared/lib/breakpoints.ts';
import { Spinner } from '../../shared/ui/actions/spinner.tsx';
import { VisuallyHidden } from '../../shared/ui/layout/visually-hidden.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { tableTexts } from '../texts/table.ts';
import styles from './table.module.css';
import { useRowKeys } from './use-row-keys.ts';

const css = bindClasses(styles);

/** Refers to the window width. The table uses the part beside the navigation. */
const DESKTOP_QUERY = '(min-width: 1200px)';

const ROW_PX = 45;
const CARD_PX = 85;
const HEAD_PX = 41;
const BORDERS_PX = 2;
const OVERSCAN = 6;

/** Repeated, because Safari takes the roles away from tables that are displayed as cards. */
const TABLE = { role: 'table' };
const GROUP = { role: 'rowgroup' };
const ROW = { role: 'row' };
const HEADER = { role: 'columnheader' };
const CELL = { role: 'cell' };
const NOTHING = { role: 'presentation' };

const READ_AHEAD = 30;

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
};

type Sort = { value: string; onChange: (value: string) => void };

type Paging = { hasMore: boolean; isReading: boolean; onMore: () => void };

type TableProps<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  empty?: string;
  paging?: Paging;
  sort?: Sort | undefined;
};

export function Table<Row>({ paging, ...props }: TableProps<Row>) {
  if (paging) return <PagedTable {...props} paging={paging} />;
  return <ShortTable {...props} />;
}

function ShortTable<Row>({ caption, columns, rows, rowKey, empty }: TableProps<Row>) {
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

function PagedTable<Row>(props: TableProps<Row> & { paging: Paging }) {
  const { caption, columns, rows, rowKey, sort, paging } = props;
  const { hasMore, isReading, onMore } = paging;
  const frame = useRef<HTMLDivElement>(null);
  const isPhone = useMediaQuery(CARDS_QUERY);
  const isDesktop = useMediaQuery(DESKTOP_QUERY);
  const visible = columns.filter(
    ({ from }) => from === undefined || (from === 'tablet' ? !isPhone : isDesktop),
  );
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => (isPhone ? CARD_PX : ROW_PX),
    overscan: OVERSCAN,
    getItemKey: (index) => {
      const row = rows[index];
      return row ? rowKey(row) : index;
    },
  });
  // Cards have a head only if they can be sorted.
  const headPx = isPhone && !visible.some((column) => column.sort) ? 0 : HEAD_PX;
  const items = virtual.getVirtualItems();
  const isNearEnd = (items.at(-1)?.index ?? -1) >= rows.length - READ_AHEAD;
  useEffect(() => {
    if (isNearEnd && hasMore && !isReading) onMore();
  }, [isNearEnd, hasMore, isReading, onMore]);
  const onKeyDown = useRowKeys({
    frame,
    count: rows.length,
    scrollTo: (index) => virtual.scrollToIndex(index),
  });
  return (
    <section
      ref={frame}
      className={css('paged')}
      style={{ maxHeight: virtual.getTotalSize() + headPx + BORDERS_PX }}
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling frame is scrolled by the keyboard too
      tabIndex={0}
    >
      <table
        {...TABLE}
        className={css('table')}
        aria-label={caption}
        aria-rowcount={hasMore ? -1 : rows.length + 1}
      >
        <thead {...GROUP} className={css('head')}>
          <tr {...ROW} aria-rowindex={1}>
            {visible.map((column) => (
              <HeadCell key={column.header} column={column} sort={sort} />
            ))}
          </tr>
        </thead>
        <tbody {...GROUP} onKeyDown={onKeyDown}>
          <Space height={items[0]?.start ?? 0} />
          {items.map(({ index, key }) => {
            const row = rows[index];
            return (
              <tr
                {...ROW}
                key={key}
                onClick={openRow}
                ref={virtual.measureElement}
                data-index={index}
                aria-rowindex={index + 2}
                className={css('row')}
              >
                {row && <Cells columns={visible} row={row} />}
              </tr>
            );
          })}
          <Space height={virtual.getTotalSize() - (items.at(-1)?.end ?? 0)} />
        </tbody>
      </table>
      {isReading && (
        <p className={css('more')} role="status">
          <Spinner size="small" /> {tableTexts.reading}
        </p>
      )}
    </section>
  );
}

const OWN_CLICK = ':is(a,button,input,label,select,summary)';

/** The modifier keys are passed on, so that the link can open in a new tab. A selected text is not a click. */
function openRow(event: MouseEvent<HTMLElement>): void {
  const isOwn = event.target instanceof Element && event.target.closest(OWN_CLICK) !== null;
  if (isOwn || window.getSelection()?.isCollapsed === false) return;
  const { ctrlKey, metaKey, shiftKey } = event;
  const click = { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey };
  event.currentTarget.querySelector('a')?.dispatchEvent(new window.MouseEvent('click', click));
}

type CellsProps<Row> = { columns: readonly Column<Row>[]; row: Row; isLabeled?: boolean };

function Cells<Row>({ columns, row, isLabeled = false }: CellsProps<Row>) {
  return columns.map(({ header, cell, align = 'start', isText, isHeaderHidden }) => (
    <td
      {...CELL}
      key={header}
      className={css('cell', align, isText && 'text')}
      // A card shows the label that a table has in its head.
      data-label={isLabeled && !isHeaderHidden ? header : undefined}
    >
      {cell(row)}
    </td>
  ));
}

function Space({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr {...NOTHING}>
      <td style={{ height }} className={css('space')} />
    </tr>
  );
}

type HeadCellProps<Row> = { column: Column<Row>; sort?: Sort | undefined };

function HeadCell<Row>({ column, sort }: HeadCellProps<Row>) {
  const { header, align = 'start', width, sort: name, isHeaderHidden } = column;
  const frame = {
    ...HEADER,
    scope: 'col',
    className: css('header', align, name === undefined && 'unsorted'),
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
