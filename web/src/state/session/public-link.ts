/**
 * Loads what a public link shows, and reloads it after a payment (product §7.12). The link's secret stays
 * in the principal. Nearly every link is an invoice's, so the request is loaded only when there is none.
 */
import { isStatus } from '../../api/failure.ts';
import { loadCustomer, loadPublicCustomer } from '../account/customer.ts';
import { loadInvoice, loadPublicInvoice } from '../account/invoices.ts';
import { loadPublicRequest } from '../account/linked-request.ts';
import { loadInvoicePayments, loadPublicInvoicePayments } from '../account/payments.ts';
import type { AppThunk } from '../store/root.ts';
import { loadPublicCompany } from './company.ts';

export type PublicLink = { company: string; token: string };

export function openPublicLink({ company: domain, token }: PublicLink): AppThunk<Promise<void>> {
  return async (dispatch, _getState, { principal }) => {
    principal.become({ kind: 'link', company: domain, token });
    const input = { params: { company: domain, id: token } };
    const others = [
      dispatch(loadPublicCustomer(input)),
      dispatch(loadPublicInvoicePayments(input)),
    ];
    const [company, invoice] = await Promise.all([
      dispatch(loadPublicCompany(input)),
      dispatch(loadPublicInvoice(input)),
    ]);
    // A revoked link has no company either.
    const isValid = loadPublicCompany.fulfilled.match(company);
    const hasNoInvoice =
      loadPublicInvoice.rejected.match(invoice) && isStatus(invoice.payload, 404);
    if (isValid && hasNoInvoice) await dispatch(loadPublicRequest(input));
    await Promise.all(others);
  };
}

/** Reloads the invoice and its payments, even while an older request is still running. */
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
