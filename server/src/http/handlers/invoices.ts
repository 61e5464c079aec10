/** A customer's invoices and transactions. */
import { listInvoices, readInvoice } from '../../accounts/invoices.ts';
import { listInvoiceTransactions, listTransactions } from '../../accounts/transactions.ts';
import type { Handlers } from '../call.ts';

export const invoiceHandlers = {
  invoices: (deps, { principal, params, query }) =>
    listInvoices(deps, { principal, customerId: params.id, query }),
  invoice: async (deps, { principal, params }) => ({
    success: true,
    account: await readInvoice(deps, principal, params.id),
  }),
  transactions: (deps, { principal, params, query }) =>
    listTransactions(deps, { principal, customerId: params.id, query }),
  invoiceTransactions: async (deps, { principal, params }) => ({
    success: true,
    transactions: await listInvoiceTransactions(deps, principal, params.id),
  }),
} satisfies Handlers;
