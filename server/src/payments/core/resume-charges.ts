/**
 * Resumes arranged charges after a dispute (R40). The payer no longer expects a charge whose date has passed, so it
 * is announced again and waits for the full notice period (R14).
 */
import { invariant } from '@quittance/domain/invariant';
import { postponedOn } from '@quittance/domain/off-session/auto-pay';
import { hourIn } from '@quittance/domain/off-session/run-window';
import { cancelPassedAutoPayCharge } from '../../arrangements/auto-pay-charges.ts';
import { updateRetries } from '../../arrangements/locked-arrangement.ts';
import { findPassedCharges } from '../../arrangements/notices.ts';
import { findCompany } from '../../companies/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { InvoiceRow } from '../../schema/invoices.ts';
import { sendChargeNotice } from './send-charge-notice.ts';

/** The invoice must be locked. Auto-pay plans its charge again, with its own notice. */
export async function resumeCharges(
  tx: Tx,
  deps: Deps,
  { companyId, id: invoiceId }: Pick<InvoiceRow, 'companyId' | 'id'>,
): Promise<void> {
  const company = await findCompany(tx, companyId);
  invariant(company, 'an invoice has its company');
  const { timeZone } = company;
  const today = deps.clock.today(timeZone);
  const hour = hourIn(timeZone, deps.clock.now());
  const passed = { companyId, invoiceId, today };
  for (const charge of await findPassedCharges(tx, passed)) {
    const { arrangement, kind } = charge;
    const chargeOn = postponedOn({ kind, today, hour });
    await updateRetries(tx, { companyId, arrangement }, { nextTryOn: chargeOn });
    await sendChargeNotice(tx, deps, { ...charge, companyId, chargeOn });
  }
  await cancelPassedAutoPayCharge(tx, passed);
}
