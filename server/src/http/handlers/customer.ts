/** The customer themself. */
import { readCustomer, updateCustomer } from '../../accounts/customer.ts';
import type { Handlers } from '../call.ts';

export const customerHandlers = {
  customer: async (deps, { principal, params }) => ({
    success: true,
    debtor: await readCustomer(deps, principal, params.id),
  }),
  updateCustomer: async (deps, { principal, body }) => ({
    success: true,
    debtor: await updateCustomer(deps, principal, body),
  }),
} satisfies Handlers;
