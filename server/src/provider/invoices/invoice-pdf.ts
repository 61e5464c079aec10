/** An invoice as PDF, for the company's own systems. */
import type { InvoiceId } from '@quittance/contract/ids';
import { invariant } from '@quittance/domain/invariant';
import { AppError } from '../../errors.ts';
import { drawInvoice } from '../../receipts/draw-invoice.ts';
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
  const whose = { companyId, invoiceId, company, customerId: null, isByLink: false };
  const text = await readInvoiceText(tx, deps, whose);
  if (!text) throw new AppError('ACCOUNT_NOT_FOUND');
  return drawInvoice(text);
}
