/** Loads the invoice list of an address before its page renders; the page then does not ask again. */
import { invoicesRead } from '../store/reads.ts';
import type { AppThunk } from '../store/root.ts';
import { invoicesRequest, listQuery, readFilter } from './invoice-list-query.ts';

export function openInvoices(search: string): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const { session } = getState().auth;
    if (!session) return;
    const address = new URLSearchParams(search);
    const query = listQuery(readFilter(address), address.get('after'));
    await dispatch(invoicesRead.load(invoicesRequest(session.customerId, query)));
  };
}
