/**
 * Notices of upcoming charges (R14): 3 days before a card charge, 10 before a bank debit. Each notice is
 * a row, stored once together with its mail, which names it: a mail that cannot be delivered fails its
 * notice. Charges nothing.
 */
import type { CompanyId } from '@quittance/contract/ids';
import { methodLabel } from '@quittance/domain/checkout/method-label';
import type { Deps } from '../../deps.ts';
import { notify } from '../../mail/notify.ts';
import { occurrenceOf } from '../../storage/arrangements/due.ts';
import {
  findInstallmentsToNotify,
  findSchedulesToNotify,
  insertNotice,
  NOTICE_DAYS_MAX,
  type Upcoming,
} from '../../storage/arrangements/notices.ts';
import { lockInvoice } from '../../storage/billing/invoices.ts';
import type { Tx } from '../../storage/database.ts';
import { type CompanyDay, type Counts, sweepCompanies } from './sweep-companies.ts';

/** False when the notice exists already. */
export async function sendChargeNotice(
  tx: Tx,
  { clock, entropy }: Deps,
  upcoming: Upcoming & { companyId: CompanyId },
): Promise<boolean> {
  const { companyId, customerId, invoiceId, arrangement, chargeOn, totalCents } = upcoming;
  const at = clock.now();
  const noticeId = entropy.uuid();
  const isNew = await insertNotice(tx, {
    companyId,
    id: noticeId,
    customerId,
    invoiceId,
    occurrenceOf: occurrenceOf(arrangement),
    chargeOn,
    amountCents: totalCents,
    createdAt: at,
  });
  if (!isNew) return false;
  const method = methodLabel(upcoming);
  const data = { invoiceRef: upcoming.accountRef, totalCents, chargeOn, method, noticeId };
  await notify(tx, { companyId, customerId, template: 'upcoming-charge', data, at });
  return true;
}

async function noticesFor(deps: Deps, { company, today }: CompanyDay): Promise<Counts> {
  const { companyId } = company;
  const { database } = deps;
  const upcoming = await database.inCompany({ companyId }, async (tx) => [
    ...(await findSchedulesToNotify(tx, { companyId, today })),
    ...(await findInstallmentsToNotify(tx, { companyId, today })),
  ]);
  let sent = 0;
  for (const each of upcoming) {
    const isSent = await database.inCompany({ companyId }, async (tx) => {
      // Lock order: the invoice before the customer, also for a row that only references both.
      await lockInvoice(tx, { companyId, invoiceId: each.invoiceId });
      return sendChargeNotice(tx, deps, { companyId, ...each });
    });
    if (isSent) sent += 1;
  }
  return { told: sent };
}

/** For scheduled payments and installments; auto-pay sends its notices when it plans a charge. */
export function sendChargeNotices(deps: Deps): Promise<Counts> {
  return sweepCompanies(deps, {
    name: 'give-notices',
    work: 'hasAgreed',
    daysAhead: NOTICE_DAYS_MAX,
    sweep: noticesFor,
  });
}
