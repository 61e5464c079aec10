/** Questions asked of more than one group at once; a question of one group reads it directly. */
import { createSelector } from '@reduxjs/toolkit';
import { selectSubject } from '../payment/payable.ts';
import type { RootState } from './root.ts';

/** A payment is under way, ours or another tab's: the page keeps asking how it ends (R21). */
export function selectIsAwaitingPayment(state: RootState): boolean {
  if (state.request.isPaymentInProcessing) return true;
  return selectSubject(state)?.payable.isProcessing ?? false;
}

/** What is awaited is a bank debit, which takes days. */
export function selectIsDebitPending({ request, payments }: RootState): boolean {
  if (request.isPaymentInProcessing) return request.isDebitSent;
  const { payment, subjectSource } = request;
  if (subjectSource !== 'invoice')
    return payment?.status === 'PENDING' && payment.method?.type === 'ach';
  const pending = payments.invoicePayments?.find(({ status }) => status === 'PENDING');
  return pending?.method === 'ACH';
}

/** Product §2.13: the PAY popup renders nothing unless all of these are present. */
export const selectPayContext = createSelector(
  [
    (state: RootState) => state.company.company,
    (state: RootState) => state.customer.customer,
    selectSubject,
    (state: RootState) => state.request.requestId,
  ],
  (company, customer, subject, requestId) =>
    company?.processor && customer && subject && requestId
      ? { company, customer, subject, requestId }
      : null,
);

export type PayContext = NonNullable<ReturnType<typeof selectPayContext>>;
