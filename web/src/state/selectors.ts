/** Questions asked of more than one group at once; a question of one group reads it directly. */
import type { RootState } from './root.ts';

/** A payment is under way, ours or another tab's: the page keeps asking how it ends (R21). */
export function selectIsAwaitingPayment({ request, invoices }: RootState): boolean {
  return request.isPaymentInProcessing || (invoices.selectedInvoice?.payable.isProcessing ?? false);
}

/** Product §2.13: the PAY popup renders nothing unless all of these are present. */
export function selectPayContext(state: RootState) {
  const { company } = state.company;
  const { customer } = state.customer;
  const { selectedInvoice } = state.invoices;
  const { requestId } = state.request;
  if (!company?.processor || !customer || !selectedInvoice || !requestId) return null;
  return { company, customer, invoice: selectedInvoice, requestId };
}

export type PayContext = NonNullable<ReturnType<typeof selectPayContext>>;
