/**
 * Loads the page of contracts in the address and aborts a superseded request (R24). Rows stay visible until
 * the response arrives, also if a reload fails.
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
