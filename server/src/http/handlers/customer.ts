/** The customer themself, and the company they are a customer of. */

import { readOwn } from '../../portal/customer-scope.ts';
import { publicCompanyOf } from '../../portal/invoices/public-invoice.ts';
import { readCustomer, updateCustomer } from '../../portal/profile/customer.ts';
import type { Handlers } from '../call.ts';

export const customerHandlers = {
  privateCompany: async (deps, { principal }) => ({
    success: true,
    company: await readOwn(deps, principal, async (_tx, company) => publicCompanyOf(company)),
  }),
  customer: async (deps, { principal, params }) => ({
    success: true,
    debtor: await readCustomer(deps, principal, params.id),
  }),
  updateCustomer: async (deps, { principal, body }) => ({
    success: true,
    debtor: await updateCustomer(deps, principal, body),
  }),
} satisfies Handlers;
