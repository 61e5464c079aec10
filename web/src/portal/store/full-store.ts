/**
 * The groups and listeners of the store that the first view of a link does not need. The customer area loads them with
 * its first file, a link when the page is idle or something needs them.
 */
import { createListeners } from './listeners.ts';
import { linkedPayable } from './payable-reads.ts';
import { ensurePayer } from './payment-listeners.ts';
import { pageAdopted } from './request.ts';
import { type AppThunk, rootReducer } from './root.ts';

/** The page of a link may already show its invoice, and the payer may have opened the payment. */
export function completeStore(): AppThunk {
  return (dispatch, getState, parts) => {
    if (!parts.complete(rootReducer, createListeners(parts))) return;
    const { popup } = getState();
    const page = linkedPayable(getState());
    const requestId = popup.buffer.requestId ?? page?.requestId ?? null;
    dispatch(pageAdopted({ payableKey: page?.payableKey ?? null, requestId }));
    if (popup.popupName === 'PAY') void dispatch(ensurePayer());
  };
}
