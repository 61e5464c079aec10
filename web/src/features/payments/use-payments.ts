/** Loads the page of payments in the address, aborts a superseded request and reloads on a refresh signal. */
import { useCallback } from 'react';
import { loadPayments } from '../../state/account/payments.ts';
import { useAppDispatch, useAppSelector } from '../../state/store/hooks.ts';
import { useLoad } from '../../state/store/use-load.ts';

const PAGE_ROWS = 25;

export function usePayments(cursor: string | null) {
  const dispatch = useAppDispatch();
  const customerId = useAppSelector(({ auth }) => auth.session?.customerId ?? null);
  const state = useAppSelector(({ payments }) => payments);

  const load = useCallback(() => {
    if (!customerId) return [];
    const query = { limit: PAGE_ROWS, ...(cursor ? { cursor } : {}) };
    return [dispatch(loadPayments({ params: { id: customerId }, query, isForced: true }))];
  }, [dispatch, customerId, cursor]);

  const retry = useLoad(load);

  const isCurrent = state.payments !== null && state.paymentsCursor === cursor;
  return {
    payments: isCurrent ? state.payments : null,
    /** Shown while another page loads. */
    previous: state.payments,
    nextCursor: isCurrent ? state.nextCursor : null,
    failure: isCurrent ? null : state.failure,
    isLoading: state.isLoading,
    retry,
  };
}
