/** A customer's invoices, transactions and receipts. */
import { AppError } from '../../errors.ts';
import { createReceiptLink, downloadReceipt } from '../../portal/documents/receipts.ts';
import { listInvoices, readInvoice } from '../../portal/invoices/invoices.ts';
import { listInvoiceTransactions, listTransactions } from '../../portal/invoices/transactions.ts';
import { answerWith, type Handlers } from '../call.ts';

export const invoiceHandlers = {
  invoices: (deps, { principal, params, query }) =>
    listInvoices(deps, { principal, customerId: params.id, query }),
  invoice: answerWith('account', (deps, { principal, params }) =>
    readInvoice(deps, principal, params.id),
  ),
  transactions: (deps, { principal, params, query }) =>
    listTransactions(deps, { principal, customerId: params.id, query }),
  invoiceTransactions: answerWith('transactions', (deps, { principal, params }) =>
    listInvoiceTransactions(deps, principal, params.id),
  ),
  receiptLink: async (deps, { principal, params }) => ({
    success: true,
    link: await createReceiptLink(deps, principal, params.id),
    type: 'download',
  }),
  receipt: async (deps, { params, query, cookies, isSameOrigin, setHeader }) => {
    if (!isSameOrigin) throw new AppError('NOT_FOUND');
    const download = { attemptId: params.id, token: query.pass, cookie: cookies.session };
    const { name, bytes } = await downloadReceipt(deps, download);
    setHeader('content-type', 'application/pdf');
    setHeader('content-disposition', `attachment; filename="${name}"`);
    return bytes;
  },
} satisfies Partial<Handlers>;
