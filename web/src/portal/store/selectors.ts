/** Selectors over several groups. Components read a single group directly. */
import type { DebitTimeline } from '@quittance/contract/invoices/payment-outcome';
import { createSelector } from '@reduxjs/toolkit';
import { selectPayable } from './payable.ts';
import { invoicePaymentsRead, selectCompany, selectCustomer } from './reads.ts';
import type { RootState } from './root.ts';

/** A payment is in progress, in this tab or another, so the page polls its status (R21). */
export function selectIsAwaitingPayment(state: RootState): boolean {
  if (state.request.isPaymentInProcessing) return true;
  return selectPayable(state)?.isProcessing ?? false;
}

/** From the list of payments, if that list belongs to the open invoice. */
function pendingPayment(state: RootState) {
  const read = invoicePaymentsRead.stateIn(state);
  const isCurrent = read !== undefined && read.heldKey === read.key;
  return isCurrent
    ? read.answer?.transactions.find(({ status }) => status === 'PENDING')
    : undefined;
}

export function selectIsDebitPending(state: RootState): boolean {
  const { isPaymentInProcessing, isDebitSent, payment } = state.request;
  if (isPaymentInProcessing) return isDebitSent;
  if (selectPayable(state)?.kind !== 'invoice')
    return payment?.status === 'PENDING' && payment.method?.type === 'ach';
  return pendingPayment(state)?.method === 'ACH';
}

/** The timeline of the bank debit in progress (R66), from the list of payments or the last status. */
export function selectPendingDebit(state: RootState): DebitTimeline | null {
  return pendingPayment(state)?.debit ?? state.request.payment?.debit ?? null;
}

/**
 * Product §2.13: the PAY popup renders nothing unless all of these are present. It pays the request it was opened
 * for, regardless of the page shown in the meantime.
 */
export const selectPayContext = createSelector(
  [
    selectCompany,
    selectCustomer,
    selectPayable,
    (state: RootState) => state.popup.buffer.requestId,
    (state: RootState) => state.request.requestId,
  ],
  // biome-ignore lint/complexity/useMaxParams: createSelector passes one argument per input
  (company, customer, payable, requestId, openRequestId) =>
    company?.processor && customer && payable && requestId && requestId === openRequestId
      ? { company, customer, payable, requestId }
      : null,
);

export type PayContext = NonNullable<ReturnType<typeof selectPayContext>>;
