/**
 * Loads the data a public link shows. The link's secret stays in the principal. Nearly every link belongs to an
 * invoice, so the request is loaded only if there is no invoice.
 */
import { isStatus } from '../../shared/api/http.ts';
import {
  brandRead,
  companyRead,
  customerRead,
  invoicePaymentsRead,
  invoiceRead,
  linkedRequestRead,
} from './reads.ts';
import type { AppThunk } from './root.ts';

export type PublicLink = { company: string; token: string };

export function openPublicLink({ company, token }: PublicLink): AppThunk<Promise<void>> {
  return async (dispatch, getState, { principal }) => {
    principal.become({ kind: 'link', company, token });
    const params = { company, id: token };
    const others = [
      dispatch(customerRead.load({ route: 'publicCustomer', params })),
      dispatch(invoicePaymentsRead.load({ route: 'publicInvoiceTransactions', params })),
    ];
    const [isValid] = await Promise.all([
      dispatch(companyRead.load({ route: 'publicCompany', params })),
      dispatch(invoiceRead.load({ route: 'publicInvoice', params })),
    ]);
    const hasNoInvoice = isStatus(invoiceRead.stateIn(getState())?.failure, 404);
    if (isValid && hasNoInvoice)
      await dispatch(linkedRequestRead.load({ route: 'publicRequest', params }));
    // A dead link does not resolve to a company, but its address names one.
    if (isStatus(companyRead.stateIn(getState())?.failure, 404))
      await dispatch(brandRead.load({ route: 'companyBrand', params: { company } }));
    await Promise.all(others);
  };
}
