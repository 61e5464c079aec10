/** An invoice as PDF, for the company's own systems. */
import type { InvoiceId } from '@quittance/contract/ids';
import { invariant } from '@quittance/domain/invariant';
import { findCompany } from '../../companies/store.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Actor, ProviderDeps } from '../../platform/audit/recorded-action.ts';
import type { Tx } from '../../platform/database/database.ts';
import { readInvoiceText } from './invoice-file.ts';

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
  const { drawInvoice } = await import('./draw-invoice.ts');
  return drawInvoice(text);
}
