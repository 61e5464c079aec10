/** The caller's own address as our server sees it (R30). A lookup that is slow or fails gives null. */
import type { AppThunk } from '../store/root.ts';

const LOOKUP_TIMEOUT_MS = 1_500;

export function loadClientIp(): AppThunk<Promise<string | null>> {
  return async (_dispatch, _getState, { api }) => {
    const result = await api.call('clientIp', {}, AbortSignal.timeout(LOOKUP_TIMEOUT_MS));
    return result.isOk ? result.answer.ip : null;
  };
}
