/** Reloads the open payable (product §4.8), even while an older request is still running. */
import { loadPublicRequest } from '../account/linked-request.ts';
import { loadPartialRequest } from '../account/orders.ts';
import { loadEstimate } from '../account/projects.ts';
import { reloadInvoice } from '../session/public-link.ts';
import type { AppThunk } from '../store/root.ts';

export function reloadPayable(): AppThunk<Promise<void>> {
  return async (dispatch, getState, { principal }) => {
    const { request, projects } = getState();
    const { payableSource: source, requestId } = request;
    if (source === 'invoice') await dispatch(reloadInvoice());
    if (source === 'orders' && requestId)
      await dispatch(loadPartialRequest({ params: { id: requestId }, isForced: true }));
    if (source === 'estimate' && projects.estimate)
      await dispatch(loadEstimate({ params: { id: projects.estimate.id }, isForced: true }));
    const caller = principal.current();
    if (source !== 'link' || caller.kind !== 'link') return;
    const params = { company: caller.company, id: caller.token };
    await dispatch(loadPublicRequest({ params, isForced: true }));
  };
}
