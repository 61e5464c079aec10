/** A customer's invoices, transactions and receipts. */
import { AppError } from '../../kernel/errors.ts';
import { asDownload } from '../../platform/http/as-download.ts';
import { readPayableInvoices, readSelection, selectInvoices } from '../../requests/selection.ts';
import { listInvoices, readInvoice } from '../../screens/invoice-list.ts';
import { listInvoiceTransactions, listTransactions } from '../../screens/transactions.ts';
import {
  createInvoiceFileLink,
  createPublicInvoiceFileLink,
  downloadInvoice,
} from '../../statements/invoice-files.ts';
import { createReceiptLink, downloadReceipt } from '../../statements/receipts.ts';
import { answerWith, type Handlers } from './call.ts';

const downloadLink = (link: string) => ({ success: true, link, type: 'download' }) as const;

export const invoiceHandlers = {
  invoices: (deps, { principal, params, query }) =>
    listInvoices(deps, { principal, customerId: params.id, query }),
  invoice: answerWith('account', (deps, { principal, params }) =>
    readInvoice(deps, principal, params.id),
  ),
  payableInvoices: (deps, { principal }) => readPayableInvoices(deps, principal),
  selectInvoices: answerWith('selection', (deps, { principal, body }) =>
    selectInvoices(deps, principal, body.invoices),
  ),
  invoiceSelection: answerWith('selection', (deps, { principal, params }) =>
    readSelection(deps, principal, params.id),
  ),
  transactions: (deps, { principal, params, query }) =>
    listTransactions(deps, { principal, customerId: params.id, query }),
  invoiceTransactions: answerWith('transactions', (deps, { principal, params }) =>
    listInvoiceTransactions(deps, principal, params.id),
  ),
  invoiceLink: async (deps, { principal, params }) =>
    downloadLink(await createInvoiceFileLink(deps, principal, params.id)),
  publicInvoiceLink: async (deps, { principal, params }) =>
    downloadLink(await createPublicInvoiceFileLink(deps, principal, params.id)),
  invoicePdf: async (deps, { params, query, cookies, isSameOrigin, setHeader }) => {
    if (!isSameOrigin) throw new AppError('NOT_FOUND');
    const download = { invoiceId: params.id, token: query.pass, cookie: cookies.session };
    return asDownload({ setHeader }, await downloadInvoice(deps, download));
  },
  receiptLink: async (deps, { principal, params }) =>
    downloadLink(await createReceiptLink(deps, principal, params.id)),
  receipt: async (deps, { params, query, cookies, isSameOrigin, setHeader }) => {
    if (!isSameOrigin) throw new AppError('NOT_FOUND');
    const download = { attemptId: params.id, token: query.pass, cookie: cookies.session };
    return asDownload({ setHeader }, await downloadReceipt(deps, download));
  },
} satisfies Partial<Handlers>;
