/** A customer's invoices, transactions and receipts. */

import { AppError } from '../../errors.ts';
import { downloadReceipt, linkToReceipt } from '../../portal/documents/receipts.ts';
import { listInvoices, readInvoice } from '../../portal/invoices/invoices.ts';
import { listInvoiceTransactions, listTransactions } from '../../portal/invoices/transactions.ts';
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
  receiptLink: async (deps, { principal, params }) => ({
    success: true,
    link: await linkToReceipt(deps, principal, params.id),
    type: 'download',
  }),
  receipt: async (deps, { params, query, cookies, isOwnPage, setHeader }) => {
    if (!isOwnPage) throw new AppError('NOT_FOUND');
    const asked = { attemptId: params.id, pass: query.pass, cookie: cookies.session };
    const { name, bytes } = await downloadReceipt(deps, asked);
    setHeader('content-type', 'application/pdf');
    setHeader('content-disposition', `attachment; filename="${name}"`);
    return bytes;
  },
} satisfies Handlers;
