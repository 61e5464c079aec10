/** Opens an invoice of a signed-in customer by the reference in the URL (R2). */
import type { AppThunk } from '../store/root.ts';
import { invoiceClosed, loadInvoice } from './invoices.ts';
import { loadInvoicePayments } from './payments.ts';

export function openInvoice(invoiceRef: string): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const { selectedInvoice } = getState().invoices;
    if (selectedInvoice?.accountRef !== invoiceRef) dispatch(invoiceClosed());
    const params = { id: invoiceRef };
    await Promise.all([
      dispatch(loadInvoice({ params })),
      dispatch(loadInvoicePayments({ params })),
    ]);
  };
}
