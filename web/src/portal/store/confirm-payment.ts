/** Loads the status of the latest payment (R21). */
import { refresh } from './refresh.ts';
import { loadRequestStatus } from './request.ts';
import type { AppThunk } from './root.ts';

export function loadPaymentStatus(): AppThunk<Promise<boolean>> {
  return async (dispatch, getState) => {
    const { requestId, attemptKey } = getState().request;
    if (!requestId) return false;
    const query = attemptKey ? { key: attemptKey } : {};
    const input = { params: { id: requestId }, query, isForced: true } as const;
    const result = await dispatch(loadRequestStatus(input));
    if (!loadRequestStatus.fulfilled.match(result)) return false;
    return result.payload.payment?.status !== 'PENDING';
  };
}

export function confirmPayment(): AppThunk<Promise<void>> {
  return async (dispatch) => {
    if (await dispatch(loadPaymentStatus())) await dispatch(refresh());
  };
}
