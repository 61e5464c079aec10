/**
 * The calls that move money, or promise to (product §7). They differ in what is bought and are alike in
 * everything after: request.ts and payment-listeners.ts follow all of them by the matchers below.
 */
import type { Purpose } from '@quittance/contract/vocabulary';
import { isAnyOf } from '@reduxjs/toolkit';
import { createApiThunk } from '../store/app-thunk.ts';

const IN_PAYMENT_WORDS = { failureNotice: 'paymentToast' } as const;

export const payInFull = createApiThunk('request/payInFull', 'payInFull', IN_PAYMENT_WORDS);
export const startPlan = createApiThunk('request/startPlan', 'startPlan', IN_PAYMENT_WORDS);
export const payPlan = createApiThunk('request/payPlan', 'payPlan', IN_PAYMENT_WORDS);
export const schedulePayment = createApiThunk(
  'request/schedulePayment',
  'schedulePayment',
  IN_PAYMENT_WORDS,
);
export const payPartial = createApiThunk('request/payPartial', 'payPartial', IN_PAYMENT_WORDS);
export const payEstimate = createApiThunk('request/payEstimate', 'payEstimate', IN_PAYMENT_WORDS);

export const isSubmitSent = isAnyOf(
  payInFull.pending,
  startPlan.pending,
  payPlan.pending,
  schedulePayment.pending,
  payPartial.pending,
  payEstimate.pending,
);
export const isSubmitAnswered = isAnyOf(
  payInFull.fulfilled,
  startPlan.fulfilled,
  payPlan.fulfilled,
  schedulePayment.fulfilled,
  payPartial.fulfilled,
  payEstimate.fulfilled,
);
export const isSubmitRefused = isAnyOf(
  payInFull.rejected,
  startPlan.rejected,
  payPlan.rejected,
  schedulePayment.rejected,
  payPartial.rejected,
  payEstimate.rejected,
);

/** What a submit was for; the overlay says so when it is over. */
export function purposeOfSubmit(action: { type: string }): Purpose {
  if (schedulePayment.pending.match(action)) return 'EXTENSION';
  if (startPlan.pending.match(action) || payPlan.pending.match(action)) return 'PLAN';
  if (payPartial.pending.match(action)) return 'PARTIAL';
  if (payEstimate.pending.match(action)) return 'ESTIMATE';
  return 'FULL_AMOUNT';
}
