// Search, status and order of the invoice list.

import { INVOICE_SORTS, type InvoiceGroup } from '@quittance/contract/invoices/invoice-filter';
import { invoicesTexts } from '#texts/account/invoices';
import { SearchToolbar } from '../../shared/ui/form/search-toolbar.tsx';
import { Select, type SelectOption } from '../../shared/ui/form/select.tsx';
import type { InvoiceFilter } from './invoice-list-query.ts';

type GroupChoice = InvoiceGroup | 'all';

const GROUP_CHOICES = [
  'all',
  'outstanding',
  'overdue',
  'open',
  'scheduled',
  'plan',
  'pending',
  'disputed',
  'paid',
] as const satisfies readonly GroupChoice[];

const GROUPS: readonly SelectOption<GroupChoice>[] = GROUP_CHOICES.map((value) => ({
  value,
  label: invoicesTexts.groups[value],
}));
const SORTS = INVOICE_SORTS.map((value) => ({ value, label: invoicesTexts.sorts[value] }));

type InvoiceToolbarProps = {
  filter: InvoiceFilter;
  onFilterChange: (filter: InvoiceFilter) => void;
};

export function InvoiceToolbar({ filter, onFilterChange }: InvoiceToolbarProps) {
  const chooseGroup = (choice: GroupChoice): void =>
    onFilterChange({ ...filter, group: choice === 'all' ? null : choice });
  return (
    <SearchToolbar
      label={invoicesTexts.search}
      placeholder={invoicesTexts.searchHint}
      search={filter.search}
      onSearchChange={(search) => onFilterChange({ ...filter, search })}
    >
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
    </SearchToolbar>
  );
}
