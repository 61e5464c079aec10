/**
 * The calls that move or schedule money (product §7). They differ only in what is paid: `request.ts` and
 * `payment-listeners.ts` follow all of them with the matchers below.
 */
import type { Purpose } from '@quittance/contract/vocabulary';
import { isFulfilled, isPending, isRejected } from '@reduxjs/toolkit';
import { createApiThunk } from './app-thunk.ts';

const PAYMENT_TOAST = { failureNotice: 'paymentToast' } as const;

export const payInFull = createApiThunk('request/payInFull', 'payInFull', PAYMENT_TOAST);
export const startPlan = createApiThunk('request/startPlan', 'startPlan', PAYMENT_TOAST);
export const payPlan = createApiThunk('request/payPlan', 'payPlan', PAYMENT_TOAST);
export const schedulePayment = createApiThunk(
  'request/schedulePayment',
  'schedulePayment',
  PAYMENT_TOAST,
);
export const payPartial = createApiThunk('request/payPartial', 'payPartial', PAYMENT_TOAST);
export const payInvoices = createApiThunk('request/payInvoices', 'payInvoices', PAYMENT_TOAST);
export const payOwnAmount = createApiThunk('request/payOwnAmount', 'payOwnAmount', PAYMENT_TOAST);
export const payEstimate = createApiThunk('request/payEstimate', 'payEstimate', PAYMENT_TOAST);

const SUBMITS = [
  payInFull,
  payOwnAmount,
  startPlan,
  payPlan,
  schedulePayment,
  payPartial,
  payEstimate,
  payInvoices,
] as const;

export const isSubmitSent = isPending(...SUBMITS);
export const isSubmitAnswered = isFulfilled(...SUBMITS);
export const isSubmitRefused = isRejected(...SUBMITS);

export function purposeOfSubmit(action: { type: string }): Purpose {
  if (schedulePayment.pending.match(action)) return 'EXTENSION';
  if (startPlan.pending.match(action) || payPlan.pending.match(action)) return 'PLAN';
  if (payPartial.pending.match(action)) return 'PARTIAL';
  if (payEstimate.pending.match(action)) return 'ESTIMATE';
  if (payInvoices.pending.match(action)) return 'INVOICES';
  return payOwnAmount.pending.match(action) ? 'OWN_AMOUNT' : 'FULL_AMOUNT';
}
