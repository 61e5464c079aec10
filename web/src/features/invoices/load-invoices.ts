/**
 * The list of invoices is asked for while its page is still on its way, and by the page itself whenever it
 * was not. Both ask the same question, so the page takes over what is under way or answered.
 */
import type { CustomerId } from '@quittance/contract/ids';
import { type InvoicesQuery, listKeyOf, loadInvoices } from '../../state/account/invoices.ts';
import type { AppThunk } from '../../state/store/root.ts';
import { listQuery, readFilter } from './invoice-list-query.ts';

/** Of one customer: another one who comes in between has asked nothing yet. */
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
