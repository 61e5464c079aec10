/** The client IP as our server sees it (R30); null when the call is slow or fails. */
import type { AppThunk } from './root.ts';

const LOOKUP_TIMEOUT_MS = 1_500;

export function loadClientIp(): AppThunk<Promise<string | null>> {
  return async (_dispatch, _getState, { api }) => {
    const result = await api.call('clientIp', {}, AbortSignal.timeout(LOOKUP_TIMEOUT_MS));
    return result.isOk ? result.answer.ip : null;
  };
}
