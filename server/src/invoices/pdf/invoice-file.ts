import type { CustomerId, InvoiceId } from '@quittance/contract/ids';
import { PUBLIC_PATHS } from '@quittance/contract/pages';
import { invariant } from '@quittance/domain/invariant';
import { findLogo } from '../../companies/logos/logo-rows.ts';
import { type CompanyRow, findCompany } from '../../companies/store.ts';
import { findCustomer } from '../../customers/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Actor, ProviderDeps } from '../../platform/audit/recorded-action.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { InvoiceKey } from '../../platform/database/keys.ts';
import type { SendLater } from '../../platform/http/send-file.ts';
import { sendDrawn } from '../../platform/pdf/draw-document.ts';
import { safeFileName } from '../../platform/pdf/file-name.ts';
import { listLines } from '../invoice-records.ts';
import { findInvoice } from '../store.ts';
import type { InvoiceDocument } from './draw-invoice.ts';
import { invoiceText } from './invoice-text.ts';

export async function drawInvoicePdf(
  tx: Tx,
  deps: ProviderDeps,
  { actor: { companyId }, invoiceId }: { actor: Actor; invoiceId: InvoiceId },
): Promise<SendLater> {
  const company = await findCompany(tx, companyId);
  invariant(company, 'a key belongs to a company');
  const whose = {
    companyId,
    invoiceId,
    company,
    customerId: null,
    isByLink: false,
    linkToken: null,
  };
  const text = await readInvoiceText(tx, deps, whose);
  if (!text) throw new AppError('ACCOUNT_NOT_FOUND');
  return sendDrawn(companyId, 'invoice', text);
}

type InvoiceFileRequest = InvoiceKey & {
  company: CompanyRow;
  isByLink: boolean;
  /** The invoice must belong to this customer. Null for the company itself. */
  customerId: CustomerId | null;
  /** Token of a public link, which its holder already has. Null for other readers. */
  linkToken: string | null;
};

/**
 * Returns the target of the QR code (R26). A file is stored and shared, so the code grants no more access than the
 * reader already has. For a download through a public link, the target is that link, which still expires and can be
 * revoked. For a customer, it is the customer's own page, which requires signing in. For the company, it is the
 * page that emails a link to one of the customer's addresses.
 */
function toPayUrl(
  base: string,
  { company, customerId, linkToken }: InvoiceFileRequest,
  ref: string,
): string {
  if (linkToken !== null) return `${base}/${company.domain}/pay/${linkToken}`;
  if (customerId !== null) return `${base}/${company.domain}/invoices/${encodeURIComponent(ref)}`;
  const search = new URLSearchParams({ company: company.domain, invoiceRef: ref });
  return `${base}${PUBLIC_PATHS.resolve}?${search}`;
}

/** Returns null if the invoice does not exist in the scope of the transaction. */
export async function readInvoiceText(
  tx: Tx,
  { clock, publicUrl }: Pick<Deps, 'clock' | 'publicUrl'>,
  reading: InvoiceFileRequest,
): Promise<InvoiceDocument | null> {
  const { company, isByLink, companyId, invoiceId, customerId } = reading;
  const invoice = await findInvoice(tx, { companyId, invoiceId });
  if (!invoice || (customerId ?? invoice.customerId) !== invoice.customerId) return null;
  const customer = await findCustomer(tx, { companyId, customerId: invoice.customerId });
  invariant(customer, 'an invoice has its customer');
  const lines = await listLines(tx, { companyId, invoiceIds: [invoiceId] });
  const logo = await findLogo(tx, companyId);
  const portalUrl = `${publicUrl}/${company.domain}`;
  const payUrl = toPayUrl(publicUrl, reading, invoice.accountRef);
  const shown = { invoice, lines, company, logo, customer };
  return invoiceText({ ...shown, portalUrl, payUrl, isByLink, now: clock.now() });
}

/** Keeps only the characters of a reference that are safe in a file name. */
export function invoiceFileName({
  number,
  texts,
}: Pick<InvoiceDocument, 'number' | 'texts'>): string {
  return `${texts.files.invoice}-${safeFileName(number, 'document')}.pdf`;
}
