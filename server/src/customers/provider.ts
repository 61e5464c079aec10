import type { ProviderHandlers } from '../platform/http/provider-call.ts';
import {
  changeCustomer,
  createCustomer,
  getCustomer,
  getCustomerByRef,
  listCustomers,
  putCustomer,
} from './manage-customers.ts';

export const providerHandlers = {
  createCustomer: (tx, deps, { caller, body }) =>
    createCustomer(tx, deps, { actor: caller, input: body }),
  listCustomers: (tx, _deps, { caller, query }) => listCustomers(tx, caller, query),
  getCustomer: (tx, _deps, { caller, params }) =>
    getCustomer(tx, { companyId: caller.companyId, ...params }),
  getCustomerByRef: (tx, _deps, { caller, params }) =>
    getCustomerByRef(tx, { companyId: caller.companyId, ...params }),
  changeCustomer: (tx, deps, { caller, params, body }) =>
    changeCustomer(tx, deps, { actor: caller, ...params, change: body }),
  putCustomer: (tx, deps, { caller, params, body }) =>
    putCustomer(tx, deps, { actor: caller, ...params, input: body }),
} satisfies Partial<ProviderHandlers>;
