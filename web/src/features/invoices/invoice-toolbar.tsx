// Above the list of invoices: search, which status, which order. Searches when the typing pauses.

import type { InvoiceGroup, InvoiceSort } from '@quittance/contract/invoice-filter';
import { bindClasses } from '../../lib/bind-classes.ts';
import { SEARCH_DEBOUNCE_MS } from '../../lib/timings.ts';
import { useTyped } from '../../lib/use-typed.ts';
import { SearchBox } from '../../ui/search-box.tsx';
import { Select, type SelectOption } from '../../ui/select.tsx';
import type { InvoiceFilter } from './invoice-place.ts';
import styles from './invoice-toolbar.module.css';

const css = bindClasses(styles);

type GroupChoice = InvoiceGroup | 'all';

const GROUPS: readonly SelectOption<GroupChoice>[] = [
  { value: 'all', label: 'All statuses' },
  { value: 'outstanding', label: 'Outstanding' },
  { value: 'overdue', label: 'Overdue' },
  { value: 'open', label: 'Open' },
  { value: 'scheduled', label: 'Scheduled' },
  { value: 'plan', label: 'Payment plan' },
  { value: 'pending', label: 'Pending' },
  { value: 'disputed', label: 'Disputed' },
  { value: 'paid', label: 'Paid' },
];

const SORTS: readonly SelectOption<InvoiceSort>[] = [
  { value: '-dueDate', label: 'Latest due date' },
  { value: 'dueDate', label: 'Earliest due date' },
  { value: '-balance', label: 'Largest balance' },
  { value: 'balance', label: 'Smallest balance' },
];

type InvoiceToolbarProps = {
  filter: InvoiceFilter;
  onFilterChange: (filter: InvoiceFilter) => void;
};

export function InvoiceToolbar({ filter, onFilterChange }: InvoiceToolbarProps) {
  const [typed, type] = useTyped({
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
          label="Search invoices"
          placeholder="Search by reference, product or amount"
          maxLength={100}
          value={typed}
          onValueChange={type}
        />
      </div>
      <Select
        label="Status"
        isLabelHidden
        options={GROUPS}
        value={filter.group ?? 'all'}
        onValueChange={chooseGroup}
      />
      <Select
        label="Order"
        isLabelHidden
        options={SORTS}
        value={filter.sort}
        onValueChange={(sort) => onFilterChange({ ...filter, sort })}
      />
    </div>
  );
}
