// Search and order of the contract list.

import { contractsTexts } from '#texts/account/contracts';
import { SearchToolbar } from '../../shared/ui/form/search-toolbar.tsx';
import { Select } from '../../shared/ui/form/select.tsx';
import { CONTRACT_SORTS, type ContractListQuery } from './contract-list-query.ts';

const SORTS = CONTRACT_SORTS.map((value) => ({ value, label: contractsTexts.sorts[value] }));

type ContractToolbarProps = {
  query: ContractListQuery;
  onQueryChange: (query: ContractListQuery) => void;
};

export function ContractToolbar({ query, onQueryChange }: ContractToolbarProps) {
  return (
    <SearchToolbar
      label={contractsTexts.search}
      placeholder={contractsTexts.searchHint}
      search={query.search}
      onSearchChange={(search) => onQueryChange({ ...query, search, page: 1 })}
    >
      <Select
        label={contractsTexts.order}
        isLabelHidden
        options={SORTS}
        value={query.sort}
        onValueChange={(sort) => onQueryChange({ ...query, sort, page: 1 })}
      />
    </SearchToolbar>
  );
}
