/** Opens an invoice of a signed-in customer by the reference in the URL (R2), and reloads it. */

import { invoicePaymentsRead, invoiceRead } from './reads.ts';
import type { AppThunk } from './root.ts';

export function invoiceRequests(invoiceRef: string) {
  const params = { id: invoiceRef };
  return {
    invoice: { route: 'invoice', params },
    payments: { route: 'invoiceTransactions', params },
  } as const;
}

export function openInvoice(invoiceRef: string): AppThunk<Promise<void>> {
  return async (dispatch) => {
    const { invoice, payments } = invoiceRequests(invoiceRef);
    await Promise.all([
      dispatch(invoiceRead.load(invoice)),
      dispatch(invoicePaymentsRead.load(payments)),
    ]);
  };
}

export function reloadInvoice(): AppThunk<Promise<void>> {
  return async (dispatch) => {
    await Promise.all([dispatch(invoiceRead.again()), dispatch(invoicePaymentsRead.again())]);
  };
}
