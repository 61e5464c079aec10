/** Fetches the link of a receipt and follows it. A failure is only logged (product §8.5). */
import type { AttemptId } from '@quittance/contract/ids';
import { followLink } from '../lib/follow-link.ts';
import { createApiThunk } from './app-thunk.ts';
import { failureText } from './failure-text.ts';
import { reportFailure } from './report-failure.ts';
import type { AppThunk } from './root.ts';

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
