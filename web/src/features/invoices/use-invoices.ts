/**
 * The page of invoices that the address names: asks for it, drops the question when another one takes its
 * place, and asks again when there may be news. The rows of the same question stay until the answer.
 */
import { useCallback, useEffect } from 'react';
import { useAppDispatch, useAppSelector } from '../../state/hooks.ts';
import { type InvoicesQuery, listKeyOf, loadBalance, loadInvoices } from '../../state/invoices.ts';
import { useAsking } from '../../state/use-asking.ts';

export function useInvoices(query: InvoicesQuery) {
  const dispatch = useAppDispatch();
  const customerId = useAppSelector(({ auth }) => auth.session?.customerId ?? null);
  const state = useAppSelector(({ invoices }) => invoices);
  const key = listKeyOf(query);

  const ask = useCallback(() => {
    if (!customerId) return [];
    const params = { id: customerId };
    // because the key is this very query as text, and an object would be another one each time
    const asked = JSON.parse(key) as InvoicesQuery;
    return [dispatch(loadInvoices({ params, query: asked, isForced: true }))];
  }, [dispatch, customerId, key]);

  const retry = useAsking(ask);

  const needsBalance = query.cursor !== undefined && state.summary === null;
  useEffect(() => {
    if (!customerId || !needsBalance) return;
    void dispatch(loadBalance({ params: { id: customerId }, query: { limit: 1 } }));
  }, [dispatch, customerId, needsBalance]);

  const isHeld = state.listKey === key;
  return {
    invoices: isHeld ? state.list : null,
    /** Shown while another page or another search is on its way. */
    former: state.list,
    summary: state.summary,
    nextCursor: isHeld ? state.nextCursor : null,
    failure: isHeld ? null : state.listFailure,
    isLoading: state.isListLoading,
    retry,
  };
}
