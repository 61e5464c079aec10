/**
 * Handles a request for a link (R3). An invoice reference results in a public link to the invoice, a customer
 * reference in a sign-in link, and anything else in no email. The customer is found by the email address, which
 * must be allowed to receive sign-in emails.
 */
import type { CompanyId } from '@quittance/contract/ids';
import { isSameReference } from '@quittance/contract/references';
import { payableAmount } from '@quittance/domain/checkout/amounts';
import { isPaid } from '@quittance/domain/status/invoice-status';
import { z } from 'zod';
import { findCompany } from '../companies/store.ts';
import { notify, sealForMail } from '../customers/mail/notify.ts';
import { findSignInContactsByEmail, type SignInContact } from '../identity/contacts-for-sign-in.ts';
import { REQUESTER } from '../identity/request-sign-in.ts';
import { mailSignInLink, searchAt } from '../identity/send-sign-in.ts';
import { findInvoiceRequest } from '../invoices/store.ts';
import type { Deps } from '../kernel/deps.ts';
import type { Tx } from '../platform/database/database.ts';
import { isWithinMailLimit } from '../platform/limits/limit-mail.ts';
import { createLink } from './create-link.ts';

export const linkRequestSchema = z.object({
  typed: z.object({ reference: z.string(), email: z.string() }),
  ...REQUESTER,
});
type LinkRequest = z.infer<typeof linkRequestSchema>;

type LinkDeps = Pick<Deps, 'clock' | 'entropy' | 'sealer' | 'limits' | 'log'>;
type InvoiceRequest = NonNullable<Awaited<ReturnType<typeof findInvoiceRequest>>>;

async function mailLink(
  tx: Tx,
  deps: LinkDeps,
  { invoice, requestId, contactId }: InvoiceRequest & Pick<SignInContact, 'contactId'>,
): Promise<void> {
  const { companyId, customerId, accountRef, dueOn, status } = invoice;
  const company = await findCompany(tx, companyId);
  if (!company) return;
  const at = deps.clock.now();
  const { timeZone } = company;
  const request = { companyId, customerId, requestId, dueOn, isPaid: isPaid(status), timeZone };
  const { token } = await createLink(tx, deps, request);
  await notify(tx, {
    companyId,
    customerId,
    template: 'find-invoice',
    data: { invoiceRef: accountRef, remainingCents: payableAmount(invoice), dueOn },
    secretSealed: sealForMail(deps.sealer, { companyId, customerId }, { token }),
    contactId,
    at,
  });
}

export async function sendLink(
  tx: Tx,
  deps: LinkDeps,
  { companyId, request }: { companyId: CompanyId; request: LinkRequest },
): Promise<void> {
  const { typed, nonceHash, requestId } = request;
  const search = searchAt(companyId, deps.clock.now());
  const ways = await findSignInContactsByEmail(tx, { ...search, email: typed.email });
  const own = ways.find(({ customerRef }) => isSameReference(customerRef, typed.reference));
  if (own) {
    const { customerId, contactId, email } = own;
    const owner = { companyId, customerId };
    return mailSignInLink(tx, deps, { owner, email, contactId, nonceHash, requestId });
  }
  const customerIds = ways.map(({ customerId }) => customerId);
  const whose = { companyId, customerIds, accountRef: typed.reference };
  const found = await findInvoiceRequest(tx, whose);
  const way = ways.find(({ customerId }) => customerId === found?.invoice.customerId);
  if (!found || !way || !(await isWithinMailLimit(tx, deps, { ...way, companyId }))) return;
  await mailLink(tx, deps, { ...found, contactId: way.contactId });
}
