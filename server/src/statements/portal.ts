/** Payer API handlers for `statements`. */

import { AppError } from '../kernel/errors.ts';
import { asDownload, downloadHeaders } from '../platform/http/as-download.ts';
import { answerWith, type Handlers } from '../platform/http/portal-call.ts';
import { sendFile } from '../platform/http/send-file.ts';
import { createAccountFileLink, openAccountFile } from './account-files.ts';
import { createFeed, revokeFeed } from './calendar-feed.ts';
import { readHistory } from './history.ts';
import {
  createInvoiceFileLink,
  createPublicInvoiceFileLink,
  downloadAttachment,
  downloadInvoice,
} from './invoice-files.ts';
import { readPlanChanges } from './plan-changes.ts';
import { createReceiptLink, downloadReceipt } from './receipts.ts';
import { readStatement } from './statement.ts';
import { listUpcomingCharges } from './upcoming-charges.ts';

const downloadLink = (link: string) => ({ success: true, link, type: 'download' }) as const;

export const portalHandlers = {
  statement: (deps, { principal, params, query }) =>
    readStatement(deps, { principal, customerId: params.id, query }),
  history: (deps, { principal, params, query }) =>
    readHistory(deps, { principal, customerId: params.id, query }),
  accountFileLink: async (deps, { principal, params, query }) => ({
    success: true,
    link: createAccountFileLink(deps, { principal, customerId: params.id, query }),
    type: 'download',
  }),
  accountFile: async (deps, { params, query, cookies, isSameOrigin, setHeader }) => {
    if (!isSameOrigin) throw new AppError('NOT_FOUND');
    const download = { customerId: params.id, query, cookie: cookies.session };
    const { name, type, content } = await openAccountFile(deps, download);
    setHeader('content-type', type);
    setHeader('content-disposition', `attachment; filename="${name}"`);
    return content;
  },
  upcomingCharges: (deps, { principal, params, query }) =>
    listUpcomingCharges(deps, { principal, customerId: params.id, query }),
  planChanges: answerWith('plan', (deps, { principal, params }) =>
    readPlanChanges(deps, principal, params.id),
  ),
  createCalendarFeed: answerWith('url', (deps, { principal }) => createFeed(deps, principal)),
  revokeCalendarFeed: async (deps, { principal }) => {
    await revokeFeed(deps, principal);
    return { success: true };
  },
  invoiceLink: async (deps, { principal, params, query }) => {
    const file = { invoiceId: params.id, attachmentId: query.attachment };
    return downloadLink(await createInvoiceFileLink(deps, principal, file));
  },
  publicInvoiceLink: async (deps, { principal, params, query }) => {
    const file = { linkToken: params.id, attachmentId: query.attachment };
    return downloadLink(await createPublicInvoiceFileLink(deps, principal, file));
  },
  invoicePdf: async (deps, { params, query, cookies, isSameOrigin, setHeader }) => {
    if (!isSameOrigin) throw new AppError('NOT_FOUND');
    const download = { invoiceId: params.id, token: query.pass, cookie: cookies.session };
    return asDownload({ setHeader }, await downloadInvoice(deps, download));
  },
  attachment: async (deps, { params, query, cookies, isSameOrigin }) => {
    if (!isSameOrigin) throw new AppError('NOT_FOUND');
    const { id: invoiceId, attachment: attachmentId } = params;
    const download = { invoiceId, attachmentId, token: query.pass, cookie: cookies.session };
    const file = await downloadAttachment(deps, download);
    return sendFile({ ...file, headers: downloadHeaders(file) });
  },
  receiptLink: async (deps, { principal, params }) =>
    downloadLink(await createReceiptLink(deps, principal, params.id)),
  receipt: async (deps, { params, query, cookies, isSameOrigin, setHeader }) => {
    if (!isSameOrigin) throw new AppError('NOT_FOUND');
    const download = { attemptId: params.id, token: query.pass, cookie: cookies.session };
    return asDownload({ setHeader }, await downloadReceipt(deps, download));
  },
} satisfies Partial<Handlers>;
