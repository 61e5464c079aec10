// The table of the console. A paged table is a list in a scrolling frame, as high as its rows: only the visible rows
// are in the document, the next page is read before the end is reached, and arrow keys, Home and End move between the
// links of the rows.

import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { useMediaQuery } from '../../shared/hooks/use-media-query.ts';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { CARDS_QUERY } from '../../shared/lib/breakpoints.ts';
import { Spinner } from '../../shared/ui/actions/spinner.tsx';
import { tableTexts } from '../texts/table.ts';
import {
  Cells,
  GROUP,
  HeadCell,
  openRow,
  ROW,
  ShortTable,
  type ShortTableProps,
  type Sort,
  TABLE,
} from './short-table.tsx';
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

const NOTHING = { role: 'presentation' };

const READ_AHEAD = 30;

type Paging = { hasMore: boolean; isReading: boolean; onMore: () => void };

type TableProps<Row> = ShortTableProps<Row> & { paging?: Paging; sort?: Sort | undefined };

export function Table<Row>({ paging, ...props }: TableProps<Row>) {
  if (paging) return <PagedTable {...props} paging={paging} />;
  return <ShortTable {...props} />;
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

function Space({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr {...NOTHING}>
      <td style={{ height }} className={css('space')} />
    </tr>
  );
}
