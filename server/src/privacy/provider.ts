/** Calls of companies to `privacy`: parsed input in, the answer of a use case out. */

import type { ProviderHandlers } from '../platform/http/provider-call.ts';
import { eraseCustomer } from './erase-customer.ts';

export const providerHandlers = {
  eraseCustomer: (tx, deps, { caller, params, body }) =>
    eraseCustomer(tx, deps, { actor: caller, ...params, ...body }),
} satisfies Partial<ProviderHandlers>;
