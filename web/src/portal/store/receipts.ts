/**
 * Determines which payments have a receipt, loads a receipt's link and opens it. A failure is only reported
 * (product §8.5).
 */
import type { AttemptId } from '@quittance/contract/ids';
import { followLink } from '../../shared/lib/follow-link.ts';
import { createApiThunk } from './app-thunk.ts';
import { failureText } from './failure-text.ts';
import { reportFailure } from './report-failure.ts';
import type { RequestPayment } from './request.ts';
import type { AppThunk } from './root.ts';

export type ReceiptOf = {
  id: AttemptId | null;
  receipt: string | null;
  receiptUrl: string | null;
};

/** A successful payment has a receipt (R26), even after it was returned. */
export function receiptOfPayment({ id, status }: Pick<RequestPayment, 'id' | 'status'>): ReceiptOf {
  const name = status === 'SUCCESS' || status === 'RETURN' ? id : null;
  return { id, receipt: name, receiptUrl: name };
}

const loadReceiptLink = createApiThunk('payments/receiptLink', 'receiptLink', {
  failureNotice: 'screen',
});

export function openReceipt(id: AttemptId): AppThunk<Promise<void>> {
  return async (dispatch) => {
    const answer = await dispatch(loadReceiptLink({ params: { id } }));
    if (loadReceiptLink.fulfilled.match(answer)) followLink(answer.payload);
    if (!loadReceiptLink.rejected.match(answer)) return;
    await dispatch(reportFailure(new Error(`Receipt: ${failureText(answer.payload)}`)));
  };
}
