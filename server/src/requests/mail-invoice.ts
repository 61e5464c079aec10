/** Mails an invoice with a new public link to its customer. */

import { payableAmount } from '@quittance/domain/checkout/amounts';
import { invariant } from '@quittance/domain/invariant';
import { findCompany } from '../companies/store.ts';
import type { MailData } from '../customers/mail/mail-payload.ts';
import { notify, sealForMail } from '../customers/mail/notify.ts';
import { findRequestOfInvoice } from '../invoices/store.ts';
import type { Deps } from '../kernel/deps.ts';
import type { Tx } from '../platform/database/database.ts';
import type { InvoiceRow } from '../schema/invoices.ts';
import { createLink } from './create-link.ts';

export type InvoiceMail = {
  invoice: InvoiceRow;
  template: 'invoice' | 'invoice-reminder';
  /** In addition to the invoice's own. */
  data?: MailData;
};

export async function mailInvoice(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'entropy' | 'sealer'>,
  { invoice, template, data = {} }: InvoiceMail,
): Promise<void> {
  const { companyId, customerId, id: invoiceId, accountRef, productName, dueOn } = invoice;
  const company = await findCompany(tx, companyId);
  const request = await findRequestOfInvoice(tx, { companyId, invoiceId });
  invariant(company && request, 'an invoice has its company and its request');
  const linked = { companyId, customerId, requestId: request.id, dueOn };
  const { token } = await createLink(tx, deps, { ...linked, timeZone: company.timeZone });
  const remainingCents = payableAmount(invoice);
  await notify(tx, {
    companyId,
    customerId,
    template,
    data: { invoiceId, invoiceRef: accountRef, productName, remainingCents, dueOn, ...data },
    secretSealed: sealForMail(deps.sealer, { companyId, customerId }, { token }),
    at: deps.clock.now(),
  });
}
