/**
 * The page of contracts that the address names: asks for it, and drops the question when another one takes
 * its place (R24). The rows on the screen stay until the answer is there, and when asking again fails.
 */
import { useCallback } from 'react';
import { contractsKeyOf, loadContracts, loadContractTabs } from '../../state/account/contracts.ts';
import { useAppDispatch, useAppSelector } from '../../state/store/hooks.ts';
import { useAsking } from '../../state/store/use-load.ts';
import { type ContractPlace, questionOf } from './contract-list-query.ts';

export function useContracts({ tab, page, search, sort }: ContractPlace) {
  const dispatch = useAppDispatch();
  const state = useAppSelector(({ contracts }) => contracts);
  const ask = useCallback(() => {
    const body = questionOf({ tab, page, search, sort });
    return [
      dispatch(loadContractTabs({ isForced: true })),
      dispatch(loadContracts({ body, isForced: true })),
    ];
  }, [dispatch, tab, page, search, sort]);
  const retry = useAsking(ask);
  const isHeld = state.listKey === contractsKeyOf(questionOf({ tab, page, search, sort }));
  return { ...state, failure: isHeld ? null : state.failure, retry };
}
