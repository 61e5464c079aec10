/** Lists: search, filters, sorting, views, export. */
import { formatCount } from '@quittance/contract/format';
import { pickPlural } from '@quittance/contract/plural';

export const tableTexts = {
  reading: 'Loading more',
  up: '↑',
  down: '↓',
  search: 'Search',
  filters: 'Filters',
  filtersActive: (count: number) => `Filters (${count})`,
  clear: 'Clear filters',
  any: 'Any',
  views: 'Views',
  all: 'All',
  save: 'Save view',
  saveTitle: 'Save this view',
  saveText: 'Everyone on your team can see it. A view with the same name is replaced.',
  saveName: 'Name',
  saveNameMissing: 'Give the view a name.',
  saved: (name: string) => `View “${name}” saved.`,
  remove: (name: string) => `Delete the view “${name}”`,
  removed: (name: string) => `View “${name}” deleted.`,
  cancel: 'Cancel',
  export: 'Export CSV',
  exporting: (count: number) => `${formatCount(count)} rows`,
  exported: (count: number) =>
    `${formatCount(count)} ${pickPlural('en', count, { one: 'row', other: 'rows' })} exported.`,
  exportedPart: (count: number) =>
    `The first ${formatCount(count)} rows were exported. Use filters to export the rest.`,
  shown: (count: number, hasMore: boolean) => {
    if (hasMore) return `${formatCount(count)} rows loaded, more as you scroll`;
    return `${formatCount(count)} ${pickPlural('en', count, { one: 'row', other: 'rows' })}`;
  },
  firstMatches: 'Only the first matches are shown. Add more detail to narrow the search.',
  nothingFound: 'Nothing matches these filters',
  nothingFoundText: 'Remove a filter or search for something else.',
};

/** Actions on selected rows. */
export const bulkTexts = {
  toolbar: 'Selected rows',
  select: 'Select',
  selectRow: (title: string) => `Select ${title}`,
  selectAll: 'Select all loaded rows',
  selected: (count: number) => `${formatCount(count)} selected`,
  selectMore: 'Select up to 1,000',
  clear: 'Clear selection',
  results: 'Results',
  row: 'Row',
  result: 'Result',
  done: 'Done',
  notRun: 'Not started',
  stop: 'Stop',
  again: (count: number) => `Try the other ${formatCount(count)} again`,
  summary: ({ done, failed, all }: { done: number; failed: number; all: number }) =>
    failed === 0
      ? `${formatCount(done)} of ${formatCount(all)} done.`
      : `${formatCount(done)} of ${formatCount(all)} done, ${formatCount(failed)} not done. If you try again, only the rest is done.`,
};
