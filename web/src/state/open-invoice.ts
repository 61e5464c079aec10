/** Opens one invoice of a signed-in customer by the reference in the address (R2). */
import { invoiceClosed, loadInvoice } from './invoices.ts';
import { loadInvoicePayments } from './payments.ts';
import type { AppThunk } from './root.ts';

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
