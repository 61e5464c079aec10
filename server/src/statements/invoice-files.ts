/**
 * Invoices as PDF files and their attachments: the download link and the download. The link is valid for a few
 * minutes, and only in the session that requested it, or while the public link that requested it is valid.
 */

import { pathTo } from '@quittance/contract/http/portal-route';
import type { InvoiceId } from '@quittance/contract/ids';
import { ROUTES } from '@quittance/contract/portal-routes';
import { readAsCustomer } from '../customers/customer-scope.ts';
import { findCapabilityById } from '../identity/capabilities.ts';
import { resolveCookie } from '../identity/session.ts';
import { findAttachment, hasAttachment } from '../invoices/attachments.ts';
import { invoiceFileName, readInvoiceText } from '../invoices/pdf/invoice-file.ts';
import { findInvoice, findRequest } from '../invoices/store.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import type { CustomerPrincipal, LinkPrincipal } from '../kernel/principal.ts';
import type { Tx } from '../platform/database/database.ts';
import type { CustomerKey } from '../platform/database/keys.ts';
import {
  documentLink,
  type LinkTokenHolder,
  readLinkToken,
} from '../platform/http/document-link-token.ts';
import { drawDocument } from '../platform/pdf/draw-document.ts';

/** Without an attachment, the file is the invoice itself. */
type InvoiceFile = { invoiceId: InvoiceId; attachmentId?: string | undefined };

/** Sessions and links have separate passes, so that neither can be used as the other. */
const sessionContext = ({ invoiceId, attachmentId }: InvoiceFile) =>
  `invoices/${invoiceId}/${attachmentId ?? 'pdf'}`;
const linkContext = (file: InvoiceFile) => `${sessionContext(file)}-by-link`;

function toPath({ invoiceId: id, attachmentId: attachment }: InvoiceFile): string {
  if (attachment === undefined) return pathTo(ROUTES.invoicePdf.path, { id });
  return pathTo(ROUTES.attachment.path, { id, attachment });
}

/** The attachments of a draft are internal to the company. Row-level security hides what was voided. */
async function requireFile(
  tx: Tx,
  { companyId, customerId }: CustomerKey,
  { invoiceId, attachmentId }: InvoiceFile,
): Promise<void> {
  const invoice = await findInvoice(tx, { companyId, invoiceId });
  if (invoice?.customerId !== customerId) throw new AppError('NOT_FOUND');
  if (attachmentId === undefined) return;
  const isHidden = invoice.status === 'DRAFT';
  if (isHidden || !(await hasAttachment(tx, { companyId, invoiceId, attachmentId }))) {
    throw new AppError('NOT_FOUND');
  }
}

export function createInvoiceFileLink(
  deps: Deps,
  principal: CustomerPrincipal,
  file: InvoiceFile,
): Promise<string> {
  return readAsCustomer(deps, principal, async (tx) => {
    await requireFile(tx, principal, file);
    const sealContext = sessionContext(file);
    return documentLink(deps, principal, { path: toPath(file), sealContext });
  });
}

/** `linkToken` is the secret of the link and is encoded in the file's QR code. */
export function createPublicInvoiceFileLink(
  deps: Deps,
  link: LinkPrincipal,
  { linkToken, attachmentId }: { linkToken: string; attachmentId?: string | undefined },
): Promise<string> {
  const { companyId, customerId, linkId } = link;
  return readAsCustomer(deps, link, async (tx) => {
    const request = await findRequest(tx, link);
    const invoiceId = request?.invoiceId;
    if (!invoiceId) throw new AppError('NOT_FOUND');
    const file = { invoiceId, attachmentId };
    await requireFile(tx, link, file);
    const holder = { companyId, customerId, sessionId: linkId, linkToken };
    const sealContext = linkContext(file);
    return documentLink(deps, holder, { path: toPath(file), sealContext });
  });
}

async function isLinkAlive(
  { database, clock }: Deps,
  { companyId, customerId, sessionId: id }: LinkTokenHolder,
): Promise<boolean> {
  const link = await database.readForCompany({ companyId, customerId }, (tx) =>
    findCapabilityById(tx, { companyId, id }),
  );
  return link !== null && link.revokedAt === null && link.expiresAt > clock.now();
}

type InvoiceDownload = InvoiceFile & { token: string; cookie: string | null };

async function readHolder(deps: Deps, { token, cookie, ...file }: InvoiceDownload) {
  const customer = readLinkToken(deps, { token, sealContext: sessionContext(file) });
  if (customer) {
    const session = cookie ? await resolveCookie(deps, cookie) : null;
    return session?.id === customer.sessionId ? { ...customer, isByLink: false } : null;
  }
  const visitor = readLinkToken(deps, { token, sealContext: linkContext(file) });
  if (!visitor || !(await isLinkAlive(deps, visitor))) return null;
  return { ...visitor, isByLink: true };
}

/** A pass that is unknown, expired, foreign, or without its session or link results in a 404 response. */
export async function downloadInvoice(deps: Deps, download: InvoiceDownload) {
  const { invoiceId } = download;
  const holder = await readHolder(deps, download);
  if (!holder) throw new AppError('NOT_FOUND');
  const { companyId, customerId, isByLink, linkToken = null } = holder;
  const whose = { companyId, invoiceId, customerId, isByLink, linkToken };
  const text = await readAsCustomer(deps, holder, (tx, company) =>
    readInvoiceText(tx, deps, { ...whose, company }),
  );
  if (!text) throw new AppError('NOT_FOUND');
  return { name: invoiceFileName(text), bytes: await drawDocument(companyId, 'invoice', text) };
}

/** The invoice is read again, because it may have been voided since the link was created. */
export async function downloadAttachment(
  deps: Deps,
  download: InvoiceDownload & { attachmentId: string },
) {
  const { invoiceId, attachmentId } = download;
  const holder = await readHolder(deps, download);
  if (!holder) throw new AppError('NOT_FOUND');
  const { companyId, customerId } = holder;
  const scope = { companyId, customerId };
  return readAsCustomer(deps, holder, async (tx) => {
    await requireFile(tx, holder, download);
    return findAttachment(tx, deps, { scope, invoiceId, attachmentId });
  });
}
