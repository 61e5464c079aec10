// The table of the console. A short table inside a section scrolls sideways if it does not fit. A paged table is a
// list in a scrolling frame: only the visible rows are in the document, the next page is read before the end is
// reached, and arrow keys, Home and End move between the links of the rows.

import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';
import { useMediaQuery } from '../../shared/hooks/use-media-query.ts';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { Spinner } from '../../shared/ui/actions/spinner.tsx';
import { VisuallyHidden } from '../../shared/ui/layout/visually-hidden.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { tableTexts } from '../texts/table.ts';
import styles from './table.module.css';
import { useRowKeys } from './use-row-keys.ts';

const css = bindClasses(styles);

/** Refers to the window width. The table uses the part beside the navigation. */
const TABLET_QUERY = '(min-width: 768px)';
const DESKTOP_QUERY = '(min-width: 1200px)';

const ROW_PX = 45;
const OVERSCAN = 6;
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
      <table className={css('table')} aria-label={caption}>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadCell key={column.header} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className={css('row')}>
              <Cells columns={columns} row={row} />
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
  const isTablet = useMediaQuery(TABLET_QUERY);
  const isDesktop = useMediaQuery(DESKTOP_QUERY);
  const visible = columns.filter(
    ({ from }) => from === undefined || (from === 'tablet' ? isTablet : isDesktop),
  );
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    getItemKey: (index) => {
      const row = rows[index];
      return row ? rowKey(row) : index;
    },
  });
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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling frame is scrolled by the keyboard too
    <section ref={frame} className={css('paged')} aria-label={caption} tabIndex={0}>
      <table
        className={css('table')}
        aria-label={caption}
        aria-rowcount={hasMore ? -1 : rows.length + 1}
      >
        <thead className={css('head')}>
          <tr aria-rowindex={1}>
            {visible.map((column) => (
              // On a phone, the columns are as wide as their texts.
              <HeadCell key={column.header} column={column} isSized={isTablet} sort={sort} />
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={onKeyDown}>
          <Space height={items[0]?.start ?? 0} />
          {items.map(({ index, key }) => {
            const row = rows[index];
            return (
              <tr
                key={key}
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

function Cells<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  return columns.map(({ header, cell, align = 'start', isText }) => (
    <td key={header} className={css('cell', align, isText && 'text')}>
      {cell(row)}
    </td>
  ));
}

function Space({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr>
      <td style={{ height }} />
    </tr>
  );
}

type HeadCellProps<Row> = { column: Column<Row>; isSized?: boolean; sort?: Sort | undefined };

function HeadCell<Row>({ column, isSized = true, sort }: HeadCellProps<Row>) {
  const { header, align = 'start', width, sort: name, isHeaderHidden } = column;
  const frame = {
    scope: 'col',
    className: css('header', align),
    style: { width: isSized ? width : undefined },
  };
  if (name === undefined || !sort)
    return (
      <th {...frame}>{isHeaderHidden ? <VisuallyHidden>{header}</VisuallyHidden> : header}</th>
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
