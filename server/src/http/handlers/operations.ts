/** Error reports, the caller's address, and whether we are alive. */
import { reportError } from '../../portal/report-error.ts';
import type { Handlers } from '../call.ts';

export const operationHandlers = {
  reportError: async (deps, { body, clientAddress }) => {
    reportError(deps, { ...body, clientAddress });
    return { success: true };
  },
  clientIp: async (_deps, { clientAddress }) => ({ ip: clientAddress }),
  health: async () => ({ status: 'live' }),
} satisfies Handlers;
