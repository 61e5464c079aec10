/**
 * Tells customers of charges to come (R14): 3 days before a card is charged, 10 before a bank debit.
 * The notice is a row of its own, written with the mail that carries it, once. Charges nothing.
 */
import type { CompanyId } from '@quittance/contract/ids';
import type { Deps } from '../../deps.ts';
import { notify } from '../../mail/notify.ts';
import { occurrenceOf } from '../../storage/arrangements/due.ts';
import {
  findInstallmentsToNotify,
  findSchedulesToNotify,
  insertNotice,
  type Upcoming,
} from '../../storage/arrangements/notices.ts';
import { lockInvoice } from '../../storage/billing/invoices.ts';
import type { Tx } from '../../storage/database.ts';
import { methodText } from '../core/method-label.ts';
import { type CompanyDay, type Counts, sweepCompanies } from './due-work.ts';

/** False when it was told before. */
export async function tellOfCharge(
  tx: Tx,
  { clock, entropy }: Deps,
  upcoming: Upcoming & { companyId: CompanyId },
): Promise<boolean> {
  const { companyId, customerId, invoiceId, arrangement, chargeOn, totalCents } = upcoming;
  const at = clock.now();
  const isNew = await insertNotice(tx, {
    companyId,
    id: entropy.uuid(),
    customerId,
    invoiceId,
    occurrenceOf: occurrenceOf(arrangement),
    chargeOn,
    amountCents: totalCents,
    createdAt: at,
  });
  if (!isNew) return false;
  const method = methodText(upcoming);
  const data = { invoiceRef: upcoming.accountRef, totalCents, chargeOn, method };
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
  let told = 0;
  for (const each of upcoming) {
    const isTold = await database.inCompany({ companyId }, async (tx) => {
      // Invoices are locked before customers, also by rows that only refer to both.
      await lockInvoice(tx, { companyId, invoiceId: each.invoiceId });
      return tellOfCharge(tx, deps, { companyId, ...each });
    });
    if (isTold) told += 1;
  }
  return { told };
}

/** Scheduled payments and installments; auto-pay tells of its own when it plans them. */
export function giveNotices(deps: Deps): Promise<Counts> {
  return sweepCompanies(deps, { name: 'give-notices', sweep: noticesFor });
}
