/**
 * Cancels the plan or the scheduled payment of an invoice (product §4.15, R17). The popup shows the result;
 * the invoice is reloaded in any case, because a refusal means that it has changed.
 */
import type { ConfirmType } from '@quittance/contract/vocabulary';
import { isFulfilled, isRejected } from '@reduxjs/toolkit';
import { createApiThunk } from './app-thunk.ts';
import { failureText } from './failure-text.ts';
import { reloadInvoice } from './open-invoice.ts';
import type { AppThunk } from './root.ts';

const ON_SCREEN = { failureNotice: 'screen' } as const;

const CANCEL = {
  cancelScheduledPayment: createApiThunk(
    'invoices/cancelScheduled',
    'cancelScheduledPayment',
    ON_SCREEN,
  ),
  cancelPaymentPlan: createApiThunk('invoices/cancelPlan', 'cancelPaymentPlan', ON_SCREEN),
} as const satisfies Record<ConfirmType, unknown>;

const isCanceled = isFulfilled(CANCEL.cancelScheduledPayment, CANCEL.cancelPaymentPlan);
const isRefused = isRejected(CANCEL.cancelScheduledPayment, CANCEL.cancelPaymentPlan);

type Cancellation = { type: ConfirmType; internalRef: string };

/** Returns the error text, or null on success. */
export function cancelArrangement({
  type,
  internalRef,
}: Cancellation): AppThunk<Promise<string | null>> {
  return async (dispatch) => {
    const result = await dispatch(CANCEL[type]({ params: { id: internalRef } }));
    await dispatch(reloadInvoice());
    if (isCanceled(result)) return null;
    return failureText(isRefused(result) ? result.payload : undefined);
  };
}
