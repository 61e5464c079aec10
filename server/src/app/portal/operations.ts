/** Error reports of browsers, the client's IP, and the liveness check. */
import { reportError } from '../report-error.ts';
import type { Handlers } from './call.ts';

export const operationHandlers = {
  reportError: async (deps, { body, clientIp }) => {
    reportError(deps, { ...body, clientIp });
    return { success: true };
  },
  clientIp: async (_deps, { clientIp }) => ({ ip: clientIp }),
  health: async () => ({ status: 'live' }),
} satisfies Partial<Handlers>;
