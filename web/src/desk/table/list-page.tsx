// A list page built from its declaration: title, views, search, filters, columns, export and an add button.

import type { View } from '@quittance/contract/reports/view-schemas';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useDebouncedText } from '../../shared/hooks/use-debounced-text.ts';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { DESK_SEARCH_DEBOUNCE_MS } from '../../shared/lib/timings.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { buttonClass } from '../../shared/ui/actions/button-class.ts';
import type { IconName } from '../../shared/ui/actions/icon.tsx';
import { EmptyState } from '../../shared/ui/feedback/empty-state.tsx';
import { ErrorState } from '../../shared/ui/feedback/error-state.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx';
import { Stale } from '../../shared/ui/feedback/stale.tsx';
import { SearchBox } from '../../shared/ui/form/search-box.tsx';
import { Card } from '../../shared/ui/layout/card.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import type { ItemOf, PagedName } from '../api/call-types.ts';
import { toSentence } from '../api/failure.ts';
import { useCan } from '../api/session-context.ts';
import { type Pages, usePages } from '../api/use-read.ts';
import { type Moments, useMoments } from '../format.ts';
import { type DeskPaths, type SettingsPage, usePaths } from '../paths.ts';
import { SettingsFrame } from '../settings/settings-frame.tsx';
import { Page } from '../shell/page.tsx';
import { PageTabs } from '../shell/page-tabs.tsx';
import { failureTexts } from '../texts/failures.ts';
import { bulkTexts, tableTexts } from '../texts/table.ts';
import { BulkBar, type BulkDeclaration, rowId } from './bulk-actions.tsx';
import type { CsvColumn } from './csv.ts';
import { ExportButton } from './export-button.tsx';
import { type FilterField, FilterFields } from './filter-fields.tsx';
import styles from './list-page.module.css';
import type { Column } from './short-table.tsx';
import { Table } from './table.tsx';
import { type ListQuery, useListQuery } from './use-list-query.ts';
import { type Preset, ViewsBar } from './views-bar.tsx';

const css = bindClasses(styles);

type ListContext = { paths: DeskPaths; moments: Moments; canWrite: boolean; again: () => void };

type DialogProps = { onSaved: () => void; onClose: () => void };

export type ListDeclaration<Name extends PagedName> = {
  call: Name;
  title: string;
  text?: string;
  /** If set, the list is one of the settings pages. */
  settings?: SettingsPage;
  /** The accessible name of the table. Defaults to the title. */
  caption?: string;
  tabs?: (paths: DeskPaths) => readonly { href: string; label: string }[];
  /** Shown above the list. */
  notice?: () => ReactNode;
  /** Shown beside the title, before the export. */
  action?: () => ReactNode;
  /** If unset, views cannot be saved. */
  views?: View['list'];
  /** Built-in views, in addition to the view of all rows. */
  presets?: readonly Preset[];
  fields?: readonly FilterField[];
  /** Additional filters that a view or a link may put into the address. */
  filters?: readonly string[];
  /** Label of the search field. If unset, the list has no search. */
  search?: string;
  /** If unset, the list uses its own order. */
  defaultSort?: string;
  columns: (context: ListContext) => readonly Column<ItemOf<Name>>[];
  /** If set, rows can be selected. */
  bulk?: BulkDeclaration<ItemOf<Name>>;
  csv?: { fileName: string; columns: readonly CsvColumn<ItemOf<Name>>[] };
  /** Shown to members with write permission. Opens a page or a dialog. */
  add?: { label: string } & (
    | { href: (paths: DeskPaths) => string }
    | { dialog: (props: DialogProps) => ReactNode }
  );
  empty: { icon?: IconName; title: string; text: string };
};

function queryNames<Name extends PagedName>(list: ListDeclaration<Name>): string[] {
  const { search, defaultSort, fields = [], filters = [] } = list;
  return [
    ...(search === undefined ? [] : ['search']),
    ...(defaultSort === undefined ? [] : ['sort']),
    ...fields.map(({ name }) => name),
    ...filters,
  ];
}

export function createListPage<Name extends PagedName>(list: ListDeclaration<Name>) {
  const names = queryNames(list);
  return function ListPage() {
    const { title, text, tabs, csv, add } = list;
    const paths = usePaths();
    const moments = useMoments();
    const canWrite = useCan()('write');
    const query = useListQuery(names);
    const pages = usePages(list.call, query.filters);
    const { again } = pages;
    const [isAdding, setIsAdding] = useState(false);
    const [selected, setSelected] = useState(NONE);
    const { rows } = pages;
    const more = useSelectMore(pages, setSelected);
    const chosen = useMemo(
      () => (rows ?? []).filter((row) => selected.has(rowId(row))),
      [rows, selected],
    );
    const columns = useMemo(() => {
      const own = list.columns({ paths, moments, canWrite, again });
      if (!list.bulk || !canWrite) return own;
      const ids = (rows ?? []).map(rowId);
      return [selectColumn({ ids, selected, setSelected, toTitle: list.bulk.toTitle }), ...own];
    }, [paths, moments, canWrite, again, rows, selected]);
    const addButton = canWrite && add && <AddButton add={add} onAdd={() => setIsAdding(true)} />;
    const actions = (
      <>
        {list.action?.()}
        {csv && <ExportButton call={list.call} filters={query.filters} {...csv} />}
        {addButton}
      </>
    );
    const content = (
      <>
        {tabs && <PageTabs label={title} tabs={tabs(paths)} />}
        {list.notice?.()}
        <div className={css('list')}>
          <Tools list={list} query={query} />
          {chosen.length > 0 && list.bulk && (
            <BulkBar
              bulk={list.bulk}
              csv={csv}
              rows={chosen}
              {...more}
              onClear={() => setSelected(NONE)}
              onDone={() => {
                setSelected(NONE);
                again();
              }}
            />
          )}
          <Rows list={list} columns={columns} pages={pages} query={query} add={addButton} />
        </div>
        {isAdding &&
          add &&
          'dialog' in add &&
          add.dialog({ onSaved: again, onClose: () => setIsAdding(false) })}
      </>
    );
    const head = { text, actions: (csv || addButton) && actions };
    if (list.settings)
      return (
        <SettingsFrame page={list.settings} {...head}>
          {content}
        </SettingsFrame>
      );
    return (
      <Page title={title} {...head}>
        {content}
      </Page>
    );
  };
}

const NONE: ReadonlySet<string> = new Set();

/** More rows at a time would take minutes. */
const SELECTED_MAX = 1000;

/** Loads the following pages too, and selects their rows. */
function useSelectMore(
  { rows, hasMore, isReading, failure, readMore }: Pages<unknown>,
  setSelected: (selected: ReadonlySet<string>) => void,
) {
  const [isSelecting, setIsSelecting] = useState(false);
  const count = rows?.length ?? 0;
  const canRead = hasMore && failure === null && count < SELECTED_MAX;
  useEffect(() => {
    if (!isSelecting || isReading) return;
    if (canRead) return readMore();
    setIsSelecting(false);
    setSelected(new Set((rows ?? []).slice(0, SELECTED_MAX).map(rowId)));
  }, [isSelecting, isReading, canRead, readMore, rows, setSelected]);
  return { isSelecting, onSelectMore: canRead ? () => setIsSelecting(true) : undefined };
}

type Selection<Row> = {
  ids: readonly string[];
  selected: ReadonlySet<string>;
  setSelected: (selected: ReadonlySet<string>) => void;
  toTitle: (row: Row) => string;
};

function selectColumn<Row>({ ids, selected, setSelected, toTitle }: Selection<Row>): Column<Row> {
  const isAll = ids.length > 0 && ids.every((id) => selected.has(id));
  return {
    header: bulkTexts.select,
    width: '44px',
    isSelector: true,
    headerCell: (
      <SelectBox
        label={bulkTexts.selectAll}
        isChecked={isAll}
        onChange={() => setSelected(isAll ? NONE : new Set(ids))}
      />
    ),
    cell: (row) => (
      <SelectBox
        label={bulkTexts.selectRow(toTitle(row))}
        isChecked={selected.has(rowId(row))}
        onChange={(isChecked) => {
          const next = new Set(selected);
          if (isChecked) next.add(rowId(row));
          else next.delete(rowId(row));
          setSelected(next);
        }}
      />
    ),
  };
}

type SelectBoxProps = { label: string; isChecked: boolean; onChange: (isChecked: boolean) => void };

/** The label around the box makes it large enough for a finger. */
function SelectBox({ label, isChecked, onChange }: SelectBoxProps) {
  return (
    <label className={css('box')}>
      <input
        type="checkbox"
        aria-label={label}
        checked={isChecked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </label>
  );
}

type Add = NonNullable<ListDeclaration<PagedName>['add']>;

function AddButton({ add, onAdd }: { add: Add; onAdd: () => void }) {
  const paths = usePaths();
  if ('dialog' in add) return <Button onClick={onAdd}>{add.label}</Button>;
  return (
    <Link to={add.href(paths)} className={buttonClass()}>
      {add.label}
    </Link>
  );
}

const ALL: Preset = { label: tableTexts.all, filters: {} };

type ToolsProps = {
  list: Pick<ListDeclaration<PagedName>, 'views' | 'presets' | 'fields' | 'search'>;
  query: ListQuery;
};

function Tools({ list: { views, presets = [], fields = [], search }, query }: ToolsProps) {
  const { filters } = query;
  const active = fields.filter(({ name }) => filters[name] !== undefined).length;
  const [isOpen, setIsOpen] = useState(active > 0);
  return (
    <>
      {views && <ViewsBar list={views} presets={[ALL, ...presets]} filters={filters} />}
      {(search !== undefined || fields.length > 0) && (
        <div className={css('tools')}>
          {search !== undefined && <Search label={search} query={query} />}
          {fields.length > 0 && (
            <Button variant="secondary" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
              {active > 0 ? tableTexts.filtersActive(active) : tableTexts.filters}
            </Button>
          )}
        </div>
      )}
      {isOpen && fields.length > 0 && <FilterFields fields={fields} query={query} />}
    </>
  );
}

const SEARCH_MIN = 2;

function Search({ label, query }: { label: string; query: ListQuery }) {
  const [text, setText] = useDebouncedText({
    settled: query.filters['search'] ?? '',
    onSettled: (settled) => {
      if (settled.length >= SEARCH_MIN || settled === '')
        query.set('search', settled, { isTyping: true });
    },
    delayMs: DESK_SEARCH_DEBOUNCE_MS,
  });
  return (
    <div className={css('search')}>
      <SearchBox label={label} placeholder={label} value={text} onValueChange={setText} />
    </div>
  );
}

type RowsProps<Row> = {
  list: Pick<ListDeclaration<PagedName>, 'title' | 'caption' | 'defaultSort' | 'empty'>;
  columns: readonly Column<Row>[];
  pages: Pages<Row>;
  query: ListQuery;
  add: ReactNode;
};

function Rows<Row>({ list, columns, pages, query, add }: RowsProps<Row>) {
  const { rows, failure, isReading, isStale, hasMore, readMore, again } = pages;
  const { title, caption = title, defaultSort, empty } = list;
  const isSearched = query.filters['search'] !== undefined;
  if (rows === null && failure)
    return (
      <Card>
        <ErrorState
          title={failureTexts.notLoaded}
          text={toSentence(failure)}
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
        <Card>
          {isFiltered ? (
            <NothingFound isSearched={isSearched} />
          ) : (
            <EmptyState {...empty} action={add} />
          )}
        </Card>
      </Stale>
    );
  }
  const sort = defaultSort !== undefined && {
    value: query.filters['sort'] ?? defaultSort,
    onChange: (value: string) => query.set('sort', value === defaultSort ? '' : value),
  };
  return (
    <>
      <Stale isStale={isStale}>
        <Table
          caption={caption}
          columns={columns}
          rows={rows}
          rowKey={rowId}
          sort={sort || undefined}
          paging={{
            hasMore: hasMore && !failure,
            isReading: isReading && !isStale,
            onMore: readMore,
          }}
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
          {isSearched && !hasMore && `. ${tableTexts.firstMatches}`}
        </Text>
      </div>
    </>
  );
}

function NothingFound({ isSearched }: { isSearched: boolean }) {
  const { nothingFound, nothingFoundText, firstMatches } = tableTexts;
  const text = isSearched ? `${nothingFoundText} ${firstMatches}` : nothingFoundText;
  return <EmptyState icon="search" title={nothingFound} text={text} />;
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
