/** Provider API handlers for `privacy`. */

import type { ProviderHandlers } from '../platform/http/provider-call.ts';
import { eraseCustomer } from './erase-customer.ts';

export const providerHandlers = {
  eraseCustomer: (tx, deps, { caller, params, body }) =>
    eraseCustomer(tx, deps, { actor: caller, ...params, ...body }),
} satisfies Partial<ProviderHandlers>;
