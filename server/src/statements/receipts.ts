/**
 * Receipts as PDF files (R26): the download link, the download, and the file attached to an email. The link is valid
 * for a few minutes, and only in the session that requested it.
 */

import { pathTo } from '@quittance/contract/http/portal-route';
import type { AttemptId, CompanyId } from '@quittance/contract/ids';
import { ROUTES } from '@quittance/contract/portal-routes';
import { findLogo } from '../companies/logos/logo-rows.ts';
import { readAsCustomer } from '../customers/customer-scope.ts';
import { findCustomer } from '../customers/store.ts';
import { resolveCookie } from '../identity/session.ts';
import type { InvoiceDocument } from '../invoices/pdf/draw-invoice.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import type { CustomerPrincipal } from '../kernel/principal.ts';
import { readCreditNote } from '../payments/credit-notes.ts';
import { documentLink, readLinkToken } from '../platform/http/document-link-token.ts';
import { drawDocument } from '../platform/pdf/draw-document.ts';
import { safeFileName } from '../platform/pdf/file-name.ts';
import { findReceipt, type ReceiptKey } from './receipt-rows.ts';
import { receiptText } from './receipt-text.ts';

const linkContext = (attemptId: AttemptId) => `attempts/${attemptId}/receipt`;

export type ReceiptFile = { name: string; bytes: Buffer<ArrayBuffer> };

async function drawNote(companyId: CompanyId, note: InvoiceDocument): Promise<ReceiptFile> {
  const name = `${note.texts.files.creditNote}-${safeFileName(note.number, 'document')}.pdf`;
  return { name, bytes: await drawDocument(companyId, 'invoice', note) };
}

/** The document of a credit note takes the place of a receipt (R90). */
export async function renderReceipt(deps: Deps, key: ReceiptKey): Promise<ReceiptFile | null> {
  const read = await readAsCustomer(deps, key, async (tx, company) => {
    const row = await findReceipt(tx, key);
    const customer = await findCustomer(tx, key);
    if (!row || !customer) return null;
    if (row.attempt.method === 'CREDIT_NOTE') return { note: await readCreditNote(tx, deps, key) };
    const logo = await findLogo(tx, key.companyId);
    return { receipt: receiptText({ row, company, logo, customer, now: deps.clock.now() }) };
  });
  if (!read?.receipt) return read?.note ? drawNote(key.companyId, read.note) : null;
  const { number, texts } = read.receipt;
  const bytes = await drawDocument(key.companyId, 'receipt', read.receipt);
  return { name: `${texts.files.receipt}-${number}.pdf`, bytes };
}

export function createReceiptLink(
  deps: Deps,
  principal: CustomerPrincipal,
  attemptId: AttemptId,
): Promise<string> {
  const { companyId, customerId } = principal;
  return readAsCustomer(deps, principal, async (tx) => {
    const row = await findReceipt(tx, { companyId, customerId, attemptId });
    if (!row) throw new AppError('NOT_FOUND');
    const path = pathTo(ROUTES.receipt.path, { id: attemptId });
    return documentLink(deps, principal, { path, sealContext: linkContext(attemptId) });
  });
}

export type Download = { attemptId: AttemptId; token: string; cookie: string | null };

/** A token that is unknown, expired, foreign or without its session results in a 404 response. */
export async function downloadReceipt(
  deps: Deps,
  { attemptId, token, cookie }: Download,
): Promise<ReceiptFile> {
  const holder = readLinkToken(deps, { token, sealContext: linkContext(attemptId) });
  const session = holder && cookie ? await resolveCookie(deps, cookie) : null;
  if (!holder || session?.id !== holder.sessionId) throw new AppError('NOT_FOUND');
  const { companyId, customerId } = holder;
  const file = await renderReceipt(deps, { companyId, customerId, attemptId });
  if (!file) throw new AppError('NOT_FOUND');
  return file;
}
