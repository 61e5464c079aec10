/** What the holder of a public link may read. */
import {
  readPublicCompany,
  readPublicCustomer,
  readPublicInvoice,
  readPublicRequest,
  readPublicTransactions,
} from '../../portal/invoices/public-invoice.ts';
import type { Handlers } from '../call.ts';

export const publicHandlers = {
  publicCompany: async (deps, { principal }) => ({
    success: true,
    company: await readPublicCompany(deps, principal),
  }),
  publicCustomer: async (deps, { principal }) => ({
    success: true,
    debtor: await readPublicCustomer(deps, principal),
  }),
  publicInvoice: async (deps, { principal }) => ({
    success: true,
    account: await readPublicInvoice(deps, principal),
  }),
  publicInvoiceTransactions: async (deps, { principal }) => ({
    success: true,
    transactions: await readPublicTransactions(deps, principal),
  }),
  publicRequest: (deps, { principal }) => readPublicRequest(deps, principal),
} satisfies Handlers;
