/**
 * The page of contracts that the address names: asks for it, and drops the question when another one takes
 * its place (R24). The rows on the screen stay until the answer is there.
 */
import { useCallback, useEffect } from 'react';
import { loadContracts, loadContractTabs } from '../../state/contracts.ts';
import { useAppDispatch, useAppSelector } from '../../state/hooks.ts';
import { useRefresh } from '../../state/use-refresh.ts';
import { type ContractPlace, questionOf } from './contract-place.ts';

export function useContracts({ tab, page, search, sort }: ContractPlace) {
  const dispatch = useAppDispatch();
  const state = useAppSelector(({ contracts }) => contracts);
  const load = useCallback(() => {
    void dispatch(loadContractTabs({}));
    const body = questionOf({ tab, page, search, sort });
    return dispatch(loadContracts({ body, isForced: true }));
  }, [dispatch, tab, page, search, sort]);
  useEffect(() => {
    const running = load();
    return () => running.abort();
  }, [load]);
  useRefresh(() => void load());
  return { ...state, retry: () => void load() };
}
