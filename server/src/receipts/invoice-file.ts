/** The invoice as a PDF file: for its payer, and for the company's own systems. */
import type { CustomerId } from '@quittance/contract/ids';
import { invariant } from '@quittance/domain/invariant';
import type { Deps } from '../deps.ts';
import type { CompanyRow } from '../storage/billing/companies.ts';
import { findCustomer } from '../storage/billing/customers.ts';
import { findInvoice } from '../storage/billing/invoices.ts';
import { findLogo } from '../storage/billing/logos.ts';
import type { Tx } from '../storage/database.ts';
import type { InvoiceKey } from '../storage/keys.ts';
import { listLinesOf } from '../storage/provider/invoices.ts';
import type { InvoiceDocument } from './draw-invoice.ts';
import { safeFileName } from './file-name.ts';
import { invoiceText } from './invoice-text.ts';

type Reading = InvoiceKey & {
  company: CompanyRow;
  isByLink: boolean;
  /** The invoice must be of this customer; null for the company itself. */
  customerId: CustomerId | null;
};

/** Null when there is no such invoice in the scope of the transaction. */
export async function readInvoiceText(
  tx: Tx,
  { clock, publicUrl }: Pick<Deps, 'clock' | 'publicUrl'>,
  { company, isByLink, companyId, invoiceId, customerId }: Reading,
): Promise<InvoiceDocument | null> {
  const invoice = await findInvoice(tx, { companyId, invoiceId });
  if (!invoice || (customerId ?? invoice.customerId) !== invoice.customerId) return null;
  const customer = await findCustomer(tx, { companyId, customerId: invoice.customerId });
  invariant(customer, 'an invoice has its customer');
  const lines = await listLinesOf(tx, { companyId, invoiceIds: [invoiceId] });
  const logo = await findLogo(tx, companyId);
  const portalUrl = `${publicUrl}/${company.domain}`;
  const now = clock.now();
  return invoiceText({ invoice, lines, company, logo, customer, portalUrl, isByLink, now });
}

/** Of a reference only what is safe in the name of a file. */
export function invoiceFileName(number: string): string {
  return `invoice-${safeFileName(number, 'document')}.pdf`;
}
