// Above the list of invoices: search, which status, which order. Searches when the typing pauses.

import {
  INVOICE_SORTS,
  type InvoiceGroup,
  type InvoiceSort,
} from '@quittance/contract/invoice-filter';
import { invoicesTexts } from '#texts/account/invoices';
import { bindClasses } from '../../lib/bind-classes.ts';
import { useDebouncedText } from '../../lib/hooks/use-debounced-text.ts';
import { SEARCH_DEBOUNCE_MS } from '../../lib/timings.ts';
import { SearchBox } from '../../ui/form/search-box.tsx';
import { Select, type SelectOption } from '../../ui/form/select.tsx';
import type { InvoiceFilter } from './invoice-list-query.ts';
import styles from './invoice-toolbar.module.css';

const css = bindClasses(styles);

type GroupChoice = InvoiceGroup | 'all';

const GROUPS: readonly SelectOption<GroupChoice>[] = [
  { value: 'all', label: invoicesTexts.groups.all },
  { value: 'outstanding', label: invoicesTexts.groups.outstanding },
  { value: 'overdue', label: invoicesTexts.groups.overdue },
  { value: 'open', label: invoicesTexts.groups.open },
  { value: 'scheduled', label: invoicesTexts.groups.scheduled },
  { value: 'plan', label: invoicesTexts.groups.plan },
  { value: 'pending', label: invoicesTexts.groups.pending },
  { value: 'disputed', label: invoicesTexts.groups.disputed },
  { value: 'paid', label: invoicesTexts.groups.paid },
];

const SORTS: readonly SelectOption<InvoiceSort>[] = INVOICE_SORTS.map((value) => ({
  value,
  label: invoicesTexts.sorts[value],
}));

type InvoiceToolbarProps = {
  filter: InvoiceFilter;
  onFilterChange: (filter: InvoiceFilter) => void;
};

export function InvoiceToolbar({ filter, onFilterChange }: InvoiceToolbarProps) {
  const [typed, type] = useDebouncedText({
    settled: filter.search,
    onSettled: (search) => onFilterChange({ ...filter, search }),
    delayMs: SEARCH_DEBOUNCE_MS,
  });
  const chooseGroup = (choice: GroupChoice): void =>
    onFilterChange({ ...filter, group: choice === 'all' ? null : choice });
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers of 2023 do not know <search>
    <div role="search" className={css('toolbar')}>
      <div className={css('search')}>
        <SearchBox
          label={invoicesTexts.search}
          placeholder={invoicesTexts.searchHint}
          maxLength={100}
          value={typed}
          onValueChange={type}
        />
      </div>
      <Select
        label={invoicesTexts.status}
        isLabelHidden
        options={GROUPS}
        value={filter.group ?? 'all'}
        onValueChange={chooseGroup}
      />
      <Select
        label={invoicesTexts.order}
        isLabelHidden
        options={SORTS}
        value={filter.sort}
        onValueChange={(sort) => onFilterChange({ ...filter, sort })}
      />
    </div>
  );
}
