/** Sessions for a processor's hosted fields, opened by our server (product §7). Nothing is stored. */
import type { RequestId } from '@quittance/contract/ids';
import type { FieldSessionAnswer } from '@quittance/contract/methods/portal-schemas';
import type { AppThunk } from './root.ts';

type FieldSession = FieldSessionAnswer['session'];

/**
 * For paying a request, or without a request for saving a method. Null when it could not be opened; the
 * form then says that nothing was charged.
 */
export function openFieldSession(
  requestId: RequestId | null,
): AppThunk<Promise<FieldSession | null>> {
  return async (_dispatch, _getState, { api }) => {
    const opened = requestId
      ? await api.call('openFields', { params: { id: requestId } })
      : await api.call('openMethodFields', {});
    return opened.isOk ? opened.answer.session : null;
  };
}
