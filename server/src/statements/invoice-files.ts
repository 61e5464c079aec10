/**
 * Invoices as PDF files: the download link and the download. The link is valid for a few minutes, and only in the
 * session that requested it, or while the public link that requested it is valid.
 */

import { pathTo } from '@quittance/contract/http/portal-route';
import type { InvoiceId } from '@quittance/contract/ids';
import { ROUTES } from '@quittance/contract/portal-routes';
import { readAsCustomer } from '../customers/customer-scope.ts';
import { findCapabilityById } from '../identity/capabilities.ts';
import { resolveCookie } from '../identity/session.ts';
import { invoiceFileName, readInvoiceText } from '../invoices/pdf/invoice-file.ts';
import { findInvoice, findRequest } from '../invoices/store.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import type { CustomerPrincipal, LinkPrincipal } from '../kernel/principal.ts';
import {
  documentLink,
  type LinkTokenHolder,
  readLinkToken,
} from '../platform/http/document-link-token.ts';

/** Sessions and links have separate passes, so that neither can be used as the other. */
const sessionContext = (invoiceId: InvoiceId) => `invoices/${invoiceId}/pdf`;
const linkContext = (invoiceId: InvoiceId) => `invoices/${invoiceId}/pdf-by-link`;

const toPath = (invoiceId: InvoiceId) => pathTo(ROUTES.invoicePdf.path, { id: invoiceId });

export function createInvoiceFileLink(
  deps: Deps,
  principal: CustomerPrincipal,
  invoiceId: InvoiceId,
): Promise<string> {
  const { companyId, customerId } = principal;
  return readAsCustomer(deps, principal, async (tx) => {
    const invoice = await findInvoice(tx, { companyId, invoiceId });
    if (invoice?.customerId !== customerId) throw new AppError('NOT_FOUND');
    const sealContext = sessionContext(invoiceId);
    return documentLink(deps, principal, { path: toPath(invoiceId), sealContext });
  });
}

/** `linkToken` is the secret of the link and is encoded in the file's QR code. */
export function createPublicInvoiceFileLink(
  deps: Deps,
  link: LinkPrincipal,
  linkToken: string,
): Promise<string> {
  const { companyId, customerId, linkId } = link;
  return readAsCustomer(deps, link, async (tx) => {
    const request = await findRequest(tx, link);
    const invoiceId = request?.invoiceId;
    if (!invoiceId) throw new AppError('NOT_FOUND');
    const holder = { companyId, customerId, sessionId: linkId, linkToken };
    const sealContext = linkContext(invoiceId);
    return documentLink(deps, holder, { path: toPath(invoiceId), sealContext });
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

export type InvoiceDownload = { invoiceId: InvoiceId; token: string; cookie: string | null };

async function readHolder(deps: Deps, { invoiceId, token, cookie }: InvoiceDownload) {
  const customer = readLinkToken(deps, { token, sealContext: sessionContext(invoiceId) });
  if (customer) {
    const session = cookie ? await resolveCookie(deps, cookie) : null;
    return session?.id === customer.sessionId ? { ...customer, isByLink: false } : null;
  }
  const visitor = readLinkToken(deps, { token, sealContext: linkContext(invoiceId) });
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
  // Loaded on first use: most processes do not need this 13 MB library at startup.
  const { drawInvoice } = await import('../invoices/pdf/draw-invoice.ts');
  return { name: invoiceFileName(text), bytes: await drawInvoice(text) };
}
