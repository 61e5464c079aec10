/** Device data for 3-D Secure, collected before a card is charged (product §7). Nothing is stored. */
import type { RequestId } from '@quittance/contract/ids';
import type { DeviceDataAnswer, DeviceDataBody } from '@quittance/contract/payments/portal-schemas';
import type { AppThunk } from './root.ts';

/** Null when no collection could be started; the payment continues without it. */
export function beginDeviceData(
  requestId: RequestId,
  body: DeviceDataBody,
): AppThunk<Promise<DeviceDataAnswer['collection']>> {
  return async (_dispatch, _getState, { api }) => {
    const begun = await api.call('beginDeviceData', { params: { id: requestId }, body });
    return begun.isOk ? begun.answer.collection : null;
  };
}
