// Above the list of contracts: search and order. Searches when the typing pauses.

import { contractsTexts } from '#texts/account/contracts';
import { bindClasses } from '../../lib/bind-classes.ts';
import { useDebouncedText } from '../../lib/hooks/use-debounced-text.ts';
import { SEARCH_DEBOUNCE_MS } from '../../lib/timings.ts';
import { SearchBox } from '../../ui/form/search-box.tsx';
import { Select, type SelectOption } from '../../ui/form/select.tsx';
import type { ContractListQuery, ContractSort } from './contract-list-query.ts';
import styles from './contract-toolbar.module.css';

const css = bindClasses(styles);

const SORTS: readonly SelectOption<ContractSort>[] = [
  { value: '-date', label: contractsTexts.sorts['-date'] },
  { value: 'date', label: contractsTexts.sorts.date },
  { value: '-amount', label: contractsTexts.sorts['-amount'] },
  { value: 'amount', label: contractsTexts.sorts.amount },
];

type ContractToolbarProps = {
  query: ContractListQuery;
  onQueryChange: (query: ContractListQuery) => void;
};

export function ContractToolbar({ query, onQueryChange }: ContractToolbarProps) {
  const [typed, type] = useDebouncedText({
    settled: query.search,
    onSettled: (search) => onQueryChange({ ...query, search, page: 1 }),
    delayMs: SEARCH_DEBOUNCE_MS,
  });
  return (
    <search className={css('toolbar')}>
      <SearchBox
        label={contractsTexts.search}
        placeholder={contractsTexts.searchHint}
        maxLength={100}
        value={typed}
        onValueChange={type}
      />
      <Select
        label={contractsTexts.order}
        isLabelHidden
        options={SORTS}
        value={query.sort}
        onValueChange={(sort) => onQueryChange({ ...query, sort, page: 1 })}
      />
    </search>
  );
}
