/**
 * Creates a public link to one request: a new token with a scope and an expiry (R4). The link is not sent here. Links
 * to an invoice end some time after it was paid.
 */

import { compareDates, daysBetween, type Instant, type IsoDate } from '@quittance/contract/dates';
import { DAY_MS } from '@quittance/contract/durations';
import type {
  CompanyId,
  CustomerId,
  InvoiceId,
  LinkToken,
  RequestId,
} from '@quittance/contract/ids';
import { endLinksOfInvoices, insertCapability } from '../identity/capabilities.ts';
import { hashLinkToken, mintLinkToken } from '../identity/link-token.ts';
import { addMs } from '../kernel/clock.ts';
import type { Deps } from '../kernel/deps.ts';
import type { Tx } from '../platform/database/database.ts';
import { isOnDistributed } from '../platform/database/transaction.ts';

/** Days until a link expires, counted from the due date or today, whichever is later (R4). */
const LINK_DAYS = 90;
/** Days until the links to an invoice expire after it was paid (R4). */
const PAID_LINK_DAYS = 30;

export type LinkedRequest = {
  companyId: CompanyId;
  customerId: CustomerId;
  requestId: RequestId;
  dueOn: IsoDate;
  /** True if nothing is left to pay. */
  isPaid?: boolean;
  timeZone: string;
  note?: string | null;
};

export async function createLink(
  tx: Tx,
  { clock, entropy }: Pick<Deps, 'clock' | 'entropy'>,
  { dueOn, isPaid = false, timeZone, ...request }: LinkedRequest,
): Promise<{ id: string; token: LinkToken; expiresAt: Instant }> {
  const createdAt = clock.now();
  const today = clock.today(timeZone);
  const from = compareDates(dueOn, today) > 0 ? dueOn : today;
  const days = isPaid ? PAID_LINK_DAYS : daysBetween({ from: today, to: from }) + LINK_DAYS;
  const token = mintLinkToken(entropy.bytes, isOnDistributed(tx) ? request.companyId : null);
  const id = entropy.uuid();
  const expiresAt = addMs(createdAt, days * DAY_MS);
  await insertCapability(tx, {
    ...request,
    id,
    tokenHash: hashLinkToken(token),
    scope: 'pay',
    createdAt,
    expiresAt,
  });
  return { id, token, expiresAt };
}

/** A payment that is returned does not bring a link back: the company sends another one. */
export function endLinksOfPaid(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  paid: { companyId: CompanyId; invoiceIds: readonly InvoiceId[] },
): void {
  endLinksOfInvoices(tx, paid, addMs(clock.now(), PAID_LINK_DAYS * DAY_MS));
}
