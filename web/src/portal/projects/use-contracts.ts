/** The page of contracts in the address, its totals and the tabs (R24). */
import { contractsRead, contractTabsRead } from '../store/reads.ts';
import { useRead } from '../store/use-read.ts';
import { type ContractListQuery, requestOf } from './contract-list-query.ts';

export function useContracts(query: ContractListQuery) {
  const page = useRead({
    read: contractsRead,
    request: { route: 'contracts', body: requestOf(query) },
  });
  const counts = useRead({ read: contractTabsRead, request: { route: 'contractTabs' } });
  return {
    list: page.previous?.contracts ?? [],
    pagination: page.previous?.pagination ?? null,
    additional: page.previous?.additional ?? {},
    tabs: counts.previous?.tabs ?? [],
    /** False until the first answer: an empty list is not the same as no answer. */
    isKnown: page.previous !== null,
    /** The answer to the address has not arrived yet; the rows of the last one stay visible. */
    isLoading: page.value === null && page.failure === null,
    isRetrying: page.isLoading,
    failure: page.failure,
    retry: (): void => {
      page.again();
      counts.again();
    },
  };
}
