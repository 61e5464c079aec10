/**
 * What a public link loads, and loads again after a payment (product §7.12). The link's secret stays
 * in the principal; only what it shows reaches the store.
 */
import { loadPublicCompany } from './company.ts';
import { loadCustomer, loadPublicCustomer } from './customer.ts';
import { loadInvoice, loadPublicInvoice } from './invoices.ts';
import { loadInvoicePayments, loadPublicInvoicePayments } from './payments.ts';
import type { AppThunk } from './root.ts';

export type PublicLink = { company: string; token: string };

export function openPublicLink({ company, token }: PublicLink): AppThunk<Promise<void>> {
  return async (dispatch, _getState, { principal }) => {
    principal.become({ kind: 'link', company, token });
    const input = { params: { company, id: token } };
    await Promise.all([
      dispatch(loadPublicCompany(input)),
      dispatch(loadPublicInvoice(input)),
      dispatch(loadPublicCustomer(input)),
      dispatch(loadPublicInvoicePayments(input)),
    ]);
  };
}

/** The invoice and its payments as they are now, whatever older answers are still on their way. */
export function reloadInvoice(): AppThunk<Promise<void>> {
  return async (dispatch, getState, { principal }) => {
    const caller = principal.current();
    if (caller.kind === 'link') {
      const params = { company: caller.company, id: caller.token };
      await Promise.all([
        dispatch(loadPublicInvoice({ params, isForced: true })),
        dispatch(loadPublicInvoicePayments({ params, isForced: true })),
      ]);
      return;
    }
    const { selectedInvoice } = getState().invoices;
    if (!selectedInvoice || !('id' in selectedInvoice)) return;
    const params = { id: selectedInvoice.id };
    await Promise.all([
      dispatch(loadInvoice({ params, isForced: true })),
      dispatch(loadInvoicePayments({ params, isForced: true })),
    ]);
  };
}

export function reloadCustomer(): AppThunk<Promise<void>> {
  return async (dispatch, getState, { principal }) => {
    const caller = principal.current();
    const { customer } = getState().customer;
    if (caller.kind === 'link') {
      const params = { company: caller.company, id: caller.token };
      await dispatch(loadPublicCustomer({ params, isForced: true }));
    } else if (customer && 'id' in customer) {
      await dispatch(loadCustomer({ params: { id: customer.id }, isForced: true }));
    }
  };
}
