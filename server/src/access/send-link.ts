/**
 * Answers the wishes of payers with a paper invoice (R3): the reference of an invoice of theirs gets a
 * public link to it, their customer reference a sign-in link, and anything else nothing. "Theirs" is
 * decided by the address, which must be one that a way in may be mailed to.
 */
import { compareDates, daysBetween } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import { payableAmount } from '@quittance/domain/amounts';
import { z } from 'zod';
import { addMs } from '../clock.ts';
import type { Deps } from '../deps.ts';
import { notify, sealForMail } from '../mail/notify.ts';
import { insertCapability } from '../storage/capabilities.ts';
import { findCompany } from '../storage/companies.ts';
import {
  findInvoiceRequest,
  type WayToCustomer,
  waysByEmail,
} from '../storage/contacts-for-sign-in.ts';
import type { Tx } from '../storage/database.ts';
import { hashLinkToken, mintLinkToken } from './link-token.ts';
import { mailWayIn, searchAt } from './send-sign-in.ts';

/** R4: a link outlives the due date by this much, or today when that is later. */
const LINK_DAYS = 90;
const DAY_MS = 86_400_000;

export const linkWishSchema = z.object({
  typed: z.object({ reference: z.string(), email: z.string() }),
  nonceHash: z.string(),
});
export type LinkWish = z.infer<typeof linkWishSchema>;

type LinkDeps = Pick<Deps, 'clock' | 'entropy' | 'sealer'>;
type Linked = NonNullable<Awaited<ReturnType<typeof findInvoiceRequest>>>;

async function mailLink(
  tx: Tx,
  deps: LinkDeps,
  { invoice, requestId, contactId }: Linked & Pick<WayToCustomer, 'contactId'>,
): Promise<void> {
  const { companyId, customerId, accountRef, dueOn } = invoice;
  const company = await findCompany(tx, companyId);
  if (!company) return;
  const at = deps.clock.now();
  const today = deps.clock.today(company.timeZone);
  const token = mintLinkToken(deps.entropy.bytes);
  const from = compareDates(dueOn, today) > 0 ? dueOn : today;
  const days = daysBetween({ from: today, to: from }) + LINK_DAYS;
  await insertCapability(tx, {
    companyId,
    id: deps.entropy.uuid(),
    tokenHash: hashLinkToken(token),
    requestId,
    customerId,
    scope: 'pay',
    createdAt: at,
    expiresAt: addMs(at, days * DAY_MS),
  });
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
  { companyId, wish }: { companyId: CompanyId; wish: LinkWish },
): Promise<void> {
  const { typed, nonceHash } = wish;
  const search = searchAt(companyId, deps.clock.now());
  const ways = await waysByEmail(tx, { ...search, email: typed.email });
  const own = ways.find(({ customerRef }) => customerRef === typed.reference);
  if (own) return mailWayIn(tx, deps, { ...own, companyId, nonceHash });
  const customerIds = ways.map(({ customerId }) => customerId);
  const whose = { companyId, customerIds, accountRef: typed.reference };
  const found = await findInvoiceRequest(tx, whose);
  const way = ways.find(({ customerId }) => customerId === found?.invoice.customerId);
  if (found && way) await mailLink(tx, deps, { ...found, contactId: way.contactId });
}
