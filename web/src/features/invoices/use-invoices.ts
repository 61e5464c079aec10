/**
 * Loads the page of invoices in the address, aborts a superseded request and reloads on a refresh signal.
 * Rows of the same query stay visible until the response arrives.
 */
import { useCallback, useEffect } from 'react';
import { shallowEqual } from 'react-redux';
import { type InvoicesQuery, listKeyOf, loadBalance } from '../../state/account/invoices.ts';
import { useAppDispatch, useAppSelector } from '../../state/store/hooks.ts';
import type { RootState } from '../../state/store/root.ts';
import { useLoad } from '../../state/store/use-load.ts';
import { requestInvoices } from './load-invoices.ts';

/**
 * The state the page renders. Loading is included only after a failure, so that a reload does not re-
 * render.
 */
const shownOf = ({ invoices }: RootState) => ({
  list: invoices.list,
  listKey: invoices.listKey,
  listFailure: invoices.listFailure,
  summary: invoices.summary,
  hasBalanceFailed: invoices.hasBalanceFailed,
  nextCursor: invoices.nextCursor,
  isRetrying: invoices.listFailure !== null && invoices.isListLoading,
});

export function useInvoices(query: InvoicesQuery) {
  const dispatch = useAppDispatch();
  const customerId = useAppSelector(({ auth }) => auth.session?.customerId ?? null);
  const state = useAppSelector(shownOf, shallowEqual);
  const key = listKeyOf(query);

  const load = useCallback(() => {
    if (!customerId) return [];
    // because the key is this query as JSON; the object itself would be a new dependency on every render
    return dispatch(requestInvoices(customerId, JSON.parse(key) as InvoicesQuery));
  }, [dispatch, customerId, key]);

  const retry = useLoad(load);

  const needsBalance = query.cursor !== undefined && state.summary === null;
  const retryBalance = useCallback(() => {
    if (customerId) void dispatch(loadBalance({ params: { id: customerId }, query: { limit: 1 } }));
  }, [dispatch, customerId]);
  useEffect(() => {
    if (needsBalance) retryBalance();
  }, [needsBalance, retryBalance]);

  const isCurrent = state.listKey === key;
  return {
    invoices: isCurrent ? state.list : null,
    /** Shown while another page or search loads. */
    previous: state.list,
    summary: state.summary,
    hasBalanceFailed: needsBalance && state.hasBalanceFailed,
    retryBalance,
    nextCursor: isCurrent ? state.nextCursor : null,
    failure: isCurrent ? null : state.listFailure,
    isLoading: state.isRetrying,
    retry,
  };
}
