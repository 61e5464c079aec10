/**
 * Cancelling what was arranged for an invoice (product §4.15, R17). The popup that asked says how it
 * ended; the invoice is read again either way, because a refusal means that it has changed.
 */
import type { ConfirmType } from '@quittance/contract/vocabulary';
import { isAnyOf } from '@reduxjs/toolkit';
import { reloadInvoice } from '../session/public-link.ts';
import { createApiThunk } from '../store/app-thunk.ts';
import { failureText } from '../store/failure-text.ts';
import type { AppThunk } from '../store/root.ts';

const ON_SCREEN = { failureNotice: 'screen' } as const;

const CANCEL = {
  cancelScheduledPayment: createApiThunk(
    'invoices/cancelScheduled',
    'cancelScheduledPayment',
    ON_SCREEN,
  ),
  cancelPaymentPlan: createApiThunk('invoices/cancelPlan', 'cancelPaymentPlan', ON_SCREEN),
} as const satisfies Record<ConfirmType, unknown>;

const isCanceled = isAnyOf(
  CANCEL.cancelScheduledPayment.fulfilled,
  CANCEL.cancelPaymentPlan.fulfilled,
);
const isRefused = isAnyOf(
  CANCEL.cancelScheduledPayment.rejected,
  CANCEL.cancelPaymentPlan.rejected,
);

type Cancellation = { type: ConfirmType; internalRef: string };

/** Answers what went wrong, or null. */
export function cancelArrangement({
  type,
  internalRef,
}: Cancellation): AppThunk<Promise<string | null>> {
  return async (dispatch) => {
    const done = await dispatch(CANCEL[type]({ params: { id: internalRef } }));
    await dispatch(reloadInvoice());
    if (isCanceled(done)) return null;
    return failureText(isRefused(done) ? done.payload : undefined);
  };
}
