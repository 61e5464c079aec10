// Rows of a list in a scrolling frame. Only the rows in sight are in the document, however long the list is; the next
// page is read before its end is reached. Arrow keys, Home and End move between the links of the rows.

import {
  type ColumnDef,
  columnVisibilityFeature,
  type ReactTable,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import { useMediaQuery } from '../../shared/hooks/use-media-query.ts';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { Spinner } from '../../shared/ui/actions/spinner.tsx';
import { tableTexts } from '../texts/table.ts';
import { HeadCell } from './head-cell.tsx';
import type { RecordColumn } from './record-columns.ts';
import styles from './record-table.module.css';
import { useRowKeys } from './use-row-keys.ts';

const css = bindClasses(styles);

const features = tableFeatures({ columnVisibilityFeature });
type Features = typeof features;

/** Of the window, whose part beside the navigation the table has. */
const TABLET_QUERY = '(min-width: 768px)';
const DESKTOP_QUERY = '(min-width: 1200px)';

const ROW_PX = 45;
const OVERSCAN = 6;
/** The next page is read when fewer rows than this are left below. */
const READ_AHEAD = 30;

export type RecordTableProps<Row extends { id: string }> = {
  caption: string;
  columns: readonly RecordColumn<Row>[];
  rows: readonly Row[];
  sort?: { value: string; onChange: (value: string) => void };
  hasMore: boolean;
  isReading: boolean;
  onMore: () => void;
};

export function RecordTable<Row extends { id: string }>(props: RecordTableProps<Row>) {
  const { caption, columns, rows, sort, hasMore, isReading, onMore } = props;
  const frame = useRef<HTMLDivElement>(null);
  const table = useRecordTable(columns, rows);
  const isSized = useMediaQuery(TABLET_QUERY);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    getItemKey: (index) => rows[index]?.id ?? index,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? -1;
  const isNearEnd = last >= rows.length - READ_AHEAD;
  useEffect(() => {
    if (isNearEnd && hasMore && !isReading) onMore();
  }, [isNearEnd, hasMore, isReading, onMore]);
  const onKeyDown = useRowKeys({
    frame,
    count: rows.length,
    scrollTo: (index) => virtual.scrollToIndex(index),
  });
  const above = items[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  const model = table.getRowModel().rows;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling frame is scrolled by the keyboard too
    <section ref={frame} className={css('frame')} aria-label={caption} tabIndex={0}>
      <table
        className={css('table')}
        aria-label={caption}
        aria-rowcount={hasMore ? -1 : rows.length + 1}
      >
        <thead className={css('head')}>
          <tr aria-rowindex={1}>
            {table.getVisibleLeafColumns().map(({ id }) => {
              const column = columns.find((one) => one.id === id);
              return column && <HeadCell key={id} column={column} isSized={isSized} sort={sort} />;
            })}
          </tr>
        </thead>
        <tbody onKeyDown={onKeyDown}>
          <Space height={above} />
          {items.map(({ index, key }) => (
            <tr
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              aria-rowindex={index + 2}
              className={css('row')}
            >
              {model[index]?.getVisibleCells().map((cell) => (
                <td key={cell.id} className={css('cell', alignOf(columns, cell.column.id))}>
                  <table.FlexRender cell={cell} />
                </td>
              ))}
            </tr>
          ))}
          <Space height={below} />
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

/** In place of the rows out of sight. */
function Space({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr>
      <td style={{ height }} />
    </tr>
  );
}

function alignOf<Row>(columns: readonly RecordColumn<Row>[], id: string): 'start' | 'end' {
  return columns.find((column) => column.id === id)?.align ?? 'start';
}

function useRecordTable<Row extends { id: string }>(
  columns: readonly RecordColumn<Row>[],
  rows: readonly Row[],
): ReactTable<Features, Row> {
  const isTablet = useMediaQuery(TABLET_QUERY);
  const isDesktop = useMediaQuery(DESKTOP_QUERY);
  const defs = useMemo(
    () =>
      columns.map(
        ({ id, header, cell }): ColumnDef<Features, Row> => ({
          id,
          header,
          cell: ({ row }) => cell(row.original),
        }),
      ),
    [columns],
  );
  const columnVisibility = useMemo(
    () =>
      Object.fromEntries(
        columns.map(({ id, from }) => {
          if (from === undefined) return [id, true];
          return [id, from === 'tablet' ? isTablet : isDesktop];
        }),
      ),
    [columns, isTablet, isDesktop],
  );
  return useTable({
    features,
    columns: defs,
    data: rows,
    getRowId: ({ id }) => id,
    state: { columnVisibility },
  });
}
