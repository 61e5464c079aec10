/**
 * The page of contracts that the address names: asks for it, and drops the question when another one takes
 * its place (R24). The rows on the screen stay until the answer is there, and when asking again fails.
 */
import { useCallback } from 'react';
import { contractsKeyOf, loadContracts, loadContractTabs } from '../../state/account/contracts.ts';
import { useAppDispatch, useAppSelector } from '../../state/store/hooks.ts';
import { useLoad } from '../../state/store/use-load.ts';
import { type ContractListQuery, requestOf } from './contract-list-query.ts';

export function useContracts({ tab, page, search, sort }: ContractListQuery) {
  const dispatch = useAppDispatch();
  const state = useAppSelector(({ contracts }) => contracts);
  const load = useCallback(() => {
    const body = requestOf({ tab, page, search, sort });
    return [
      dispatch(loadContractTabs({ isForced: true })),
      dispatch(loadContracts({ body, isForced: true })),
    ];
  }, [dispatch, tab, page, search, sort]);
  const retry = useLoad(load);
  const isCurrent = state.listKey === contractsKeyOf(requestOf({ tab, page, search, sort }));
  return { ...state, failure: isCurrent ? null : state.failure, retry };
}
