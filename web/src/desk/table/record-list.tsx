// A list with its views, search and filters: what the pages of invoices, customers and payments have in common.

import type { View } from '@quittance/contract/reports/view-schemas';
import { type ReactNode, useEffect, useState } from 'react';
import { useDebouncedText } from '../../shared/hooks/use-debounced-text.ts';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { SEARCH_DEBOUNCE_MS } from '../../shared/lib/timings.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { EmptyState } from '../../shared/ui/feedback/empty-state.tsx';
import { ErrorState } from '../../shared/ui/feedback/error-state.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx';
import { Stale } from '../../shared/ui/feedback/stale.tsx';
import { SearchBox } from '../../shared/ui/form/search-box.tsx';
import { Card } from '../../shared/ui/layout/card.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { sentenceOf } from '../api/failure.ts';
import type { Pages } from '../api/use-pages.ts';
import { failureTexts } from '../texts/failures.ts';
import { tableTexts } from '../texts/table.ts';
import { type FilterField, FilterFields } from './filter-fields.tsx';
import type { RecordColumn } from './record-columns.ts';
import styles from './record-list.module.css';
import { RecordTable } from './record-table.tsx';
import type { ListQuery } from './use-list-query.ts';
import { type Preset, ViewsBar } from './views-bar.tsx';

const css = bindClasses(styles);

export type RecordListProps<Row extends { id: string }> = {
  /** Without one, no views are saved. */
  list?: View['list'];
  caption: string;
  columns: readonly RecordColumn<Row>[];
  pages: Pages<Row>;
  query: ListQuery;
  presets: readonly Preset[];
  fields: readonly FilterField[];
  /** Without one, the list has no search. */
  searchLabel?: string;
  /** Without one, the list has its own order. */
  defaultSort?: string;
  /** Of a list without filters that has nothing. */
  empty: ReactNode;
};

const SEARCH_MIN = 2;

export function RecordList<Row extends { id: string }>(props: RecordListProps<Row>) {
  const { list, query, presets, fields, searchLabel } = props;
  const { filters } = query;
  const active = fields.filter(({ name }) => filters[name] !== undefined).length;
  const [isOpen, setIsOpen] = useState(active > 0);
  const hasTools = searchLabel !== undefined || fields.length > 0;
  return (
    <div className={css('list')}>
      {list && <ViewsBar list={list} presets={presets} filters={filters} />}
      {hasTools && (
        <div className={css('tools')}>
          {searchLabel !== undefined && <Search label={searchLabel} query={query} />}
          {fields.length > 0 && (
            <Button variant="secondary" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
              {active > 0 ? tableTexts.filtersActive(active) : tableTexts.filters}
            </Button>
          )}
        </div>
      )}
      {isOpen && fields.length > 0 && <FilterFields fields={fields} query={query} />}
      <Rows {...props} />
    </div>
  );
}

function Search({ label, query }: { label: string; query: ListQuery }) {
  const [text, setText] = useDebouncedText({
    settled: query.filters['search'] ?? '',
    onSettled: (settled) => {
      if (settled.length >= SEARCH_MIN || settled === '')
        query.set('search', settled, { isTyping: true });
    },
    delayMs: SEARCH_DEBOUNCE_MS,
  });
  useSlashKey();
  return (
    <div className={css('search')}>
      <SearchBox label={label} placeholder={label} value={text} onValueChange={setText} />
    </div>
  );
}

const FIELDS = ':is(input,textarea,select)';

/** '/' moves to the search, unless a field has the focus. */
function useSlashKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const isTyping = event.target instanceof Element && event.target.matches(FIELDS);
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return;
      const box = document.querySelector<HTMLElement>('input[type="search"]');
      if (!box) return;
      event.preventDefault();
      box.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

function Rows<Row extends { id: string }>(props: RecordListProps<Row>) {
  const { caption, columns, pages, query, defaultSort, empty } = props;
  const { rows, failure, isReading, isStale, hasMore, readMore, again } = pages;
  if (rows === null && failure)
    return (
      <Card>
        <ErrorState
          title={failureTexts.notLoaded}
          text={sentenceOf(failure)}
          isRetrying={isReading}
          onRetry={again}
        />
      </Card>
    );
  if (rows === null) return <WaitingRows />;
  if (rows.length === 0) {
    const isFiltered = Object.keys(query.filters).some((name) => name !== 'sort');
    return (
      <Stale isStale={isStale}>
        <Card>{isFiltered ? <NothingFound /> : empty}</Card>
      </Stale>
    );
  }
  const sort =
    defaultSort === undefined
      ? undefined
      : {
          value: query.filters['sort'] ?? defaultSort,
          onChange: (value: string) => query.set('sort', value === defaultSort ? '' : value),
        };
  return (
    <>
      <Stale isStale={isStale}>
        <RecordTable
          caption={caption}
          columns={columns}
          rows={rows}
          {...(sort && { sort })}
          hasMore={hasMore && !failure}
          isReading={isReading && !isStale}
          onMore={readMore}
        />
      </Stale>
      {failure && (
        <Notice tone="warning" action={{ label: failureTexts.tryAgain, onClick: readMore }}>
          {failureTexts.partsNotLoaded}
        </Notice>
      )}
      <div role="status">
        <Text size="small" tone="subtle">
          {tableTexts.shown(rows.length, hasMore)}
        </Text>
      </div>
    </>
  );
}

function NothingFound() {
  return (
    <EmptyState icon="search" title={tableTexts.nothingFound} text={tableTexts.nothingFoundText} />
  );
}

const LINES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

function WaitingRows() {
  return (
    <div className={css('waiting')} aria-busy="true">
      {LINES.map((line) => (
        <div key={line} className={css('line')}>
          <Skeleton width="30%" />
          <Skeleton width="14%" />
          <Skeleton width="10%" />
        </div>
      ))}
    </div>
  );
}
