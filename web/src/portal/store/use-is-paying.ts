/**
 * Whether this tab's submit for the request is under way, or has succeeded after the page was read. The page then
 * does not offer to pay, whatever it read before (R21). Before the store is complete, the tab's storage says it. The popup
 * shows its own state, and its payer returns to the pay button after a decline.
 */
import type { RequestId } from '@quittance/contract/ids';
import { useAppStore, useOpeningSelector } from './hooks.ts';

export function useIsPaying(requestId: RequestId | null): boolean {
  const { attempts } = useAppStore().parts;
  return useOpeningSelector(({ request, popup }) => {
    if (requestId === null || popup.popupName === 'PAY') return false;
    if (!request) return attempts.sentKey(requestId) !== null;
    const { isPaymentInProcessing, isOutdated } = request;
    return request.requestId === requestId && (isPaymentInProcessing || isOutdated);
  });
}
