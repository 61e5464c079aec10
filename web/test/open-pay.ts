/** For tests only: opens the PAY popup for the request of the open page. */
import { requestIdSchema } from '@quittance/contract/ids';
import { type PopupBuffer, popupOpened } from '../src/portal/store/popup.ts';
import type { AppStore, OpeningState } from '../src/portal/store/store.ts';
import { REQUEST_ID } from './fixtures.ts';

export function openPay(store: AppStore, buffer: Partial<PopupBuffer> = {}): void {
  const { request }: OpeningState = store.getState();
  const requestId = request?.requestId ?? requestIdSchema.parse(REQUEST_ID);
  store.dispatch(popupOpened({ name: 'PAY', buffer: { ...buffer, requestId } }));
}
