/**
 * Sends the notices of upcoming charges (R14): 3 days before a card charge, 10 days before a bank debit. Charges
 * nothing.
 */

import { findInstallmentsToNotify, findSchedulesToNotify } from '../../arrangements/notices.ts';
import { lockInvoice } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { sendChargeNotice } from '../core/send-charge-notice.ts';
import { type CompanyDay, type Counts, sweepCompanies } from './sweep-companies.ts';

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
      // Lock order: invoice before customer, even for a row that only references both.
      await lockInvoice(tx, { companyId, invoiceId: each.invoiceId });
      return sendChargeNotice(tx, deps, { companyId, ...each });
    });
    if (isSent) sent += 1;
  }
  return { told: sent };
}

/** Covers scheduled payments and installments. Auto-pay sends its notices when it plans a charge. */
export function sendChargeNotices(deps: Deps): Promise<Counts> {
  return sweepCompanies(deps, {
    name: 'give-notices',
    work: 'hasNotices',
    sweep: noticesFor,
  });
}
