/**
 * Loads the invoice list, either before its page is rendered or by the page itself. Both use the same
 * request key, so the page reuses a request that is pending or answered.
 */
import type { CustomerId } from '@quittance/contract/ids';
import { type InvoicesQuery, listKeyOf, loadInvoices } from '../../state/account/invoices.ts';
import type { AppThunk } from '../../state/store/root.ts';
import { listQuery, readFilter } from './invoice-list-query.ts';

/** The key contains the customer, so that another session does not reuse the request. */
const requestKey = (id: CustomerId, query: InvoicesQuery) => `${id} ${listKeyOf(query)}`;

export function openInvoices(search: string): AppThunk<Promise<void>> {
  return async (dispatch, getState, { prefetched }) => {
    const { session } = getState().auth;
    if (!session) return;
    const address = new URLSearchParams(search);
    const query = listQuery(readFilter(address), address.get('after'));
    const { customerId: id } = session;
    prefetched.add(requestKey(id, query));
    await dispatch(loadInvoices({ params: { id }, query, isForced: true }));
  };
}

type Load = ReturnType<ReturnType<typeof loadInvoices>>;

export function requestInvoices(id: CustomerId, query: InvoicesQuery): AppThunk<Load[]> {
  return (dispatch, _getState, { prefetched }) =>
    prefetched.delete(requestKey(id, query))
      ? []
      : [dispatch(loadInvoices({ params: { id }, query, isForced: true }))];
}
