/** All portal handlers, one per served row of the contract's route table. Each module defines its own. */
import { portalHandlers as customers } from '../../customers/portal.ts';
import { portalHandlers as methods } from '../../methods/portal.ts';
import { portalHandlers as payments } from '../../payments/portal.ts';
import type { Handlers } from '../../platform/http/portal-call.ts';
import { portalHandlers as projects } from '../../projects/portal.ts';
import { portalHandlers as requests } from '../../requests/portal.ts';
import { portalHandlers as screens } from '../../screens/portal.ts';
import { portalHandlers as statements } from '../../statements/portal.ts';
import { reportError } from '../report-error.ts';
import { accessHandlers } from './access.ts';
import { passkeyHandlers } from './passkeys.ts';

export const HANDLERS: Handlers = {
  ...accessHandlers,
  ...passkeyHandlers,
  ...customers,
  ...methods,
  ...projects,
  ...requests,
  ...payments,
  ...statements,
  ...screens,
  reportError: async (deps, { body, clientIp }) => {
    reportError(deps, { ...body, clientIp });
    return { success: true };
  },
  clientIp: async (_deps, { clientIp }) => ({ ip: clientIp }),
  health: async () => ({ status: 'live' }),
};
