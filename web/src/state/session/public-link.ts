/**
 * What a public link loads, and loads again after a payment (product §7.12). The link's secret stays
 * in the principal; only what it shows reaches the store. Nearly every link leads to an invoice; the
 * others are asked what else they lead to.
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
    const beside = [
      dispatch(loadPublicCustomer(input)),
      dispatch(loadPublicInvoicePayments(input)),
    ];
    const [company, invoice] = await Promise.all([
      dispatch(loadPublicCompany(input)),
      dispatch(loadPublicInvoice(input)),
    ]);
    // A dead link leads to no company either.
    const isAlive = loadPublicCompany.fulfilled.match(company);
    const isOther = loadPublicInvoice.rejected.match(invoice) && isStatus(invoice.payload, 404);
    if (isAlive && isOther) await dispatch(loadPublicRequest(input));
    await Promise.all(beside);
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
