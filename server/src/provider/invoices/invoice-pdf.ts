/** An invoice as PDF, for the company's own systems. */
import type { InvoiceId } from '@quittance/contract/ids';
import { invariant } from '@quittance/domain/invariant';
import { AppError } from '../../errors.ts';
import { readInvoiceText } from '../../receipts/invoice-file.ts';
import { findCompany } from '../../storage/billing/companies.ts';
import type { Tx } from '../../storage/database.ts';
import type { Actor, ProviderDeps } from '../actor.ts';

export async function drawInvoicePdf(
  tx: Tx,
  deps: ProviderDeps,
  { actor: { companyId }, invoiceId }: { actor: Actor; invoiceId: InvoiceId },
): Promise<Uint8Array<ArrayBuffer>> {
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
  // Loaded by the first one: a library of 13 MB that most processes do not need at once.
  const { drawInvoice } = await import('../../receipts/draw-invoice.ts');
  return drawInvoice(text);
}
