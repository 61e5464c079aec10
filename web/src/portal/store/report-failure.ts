/**
 * Reports an unexpected error of the web app (product §2.20): source 'Payment platform', type ERROR, message and
 * stack, truncated to the limits of the call. Never throws and shows nothing.
 */
import type { ErrorReport } from '@quittance/contract/operation-routes';
import type { AppThunk } from './root.ts';

const MESSAGE_LENGTH_MAX = 500;
const STACK_LENGTH_MAX = 4096;

export function errorReport(error: unknown): ErrorReport {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return {
    source: 'Payment platform',
    type: 'ERROR',
    message: message.slice(0, MESSAGE_LENGTH_MAX),
    ...(stack ? { stack: stack.slice(0, STACK_LENGTH_MAX) } : {}),
  };
}

export function reportFailure(error: unknown): AppThunk<Promise<void>> {
  return async (_dispatch, _getState, { api }) => {
    await api.call('reportError', { body: errorReport(error) });
  };
}
