/**
 * Takes an invoice out of auto-pay when its scheduled payment or plan is canceled (R83): who cancels an arrangement does not
 * expect the whole amount to be charged instead. It stays out until its payer includes it again.
 */
import type { MandateId, MethodId } from '@quittance/contract/ids';
import type { Deps } from '../../deps.ts';
import {
  insertAutoPayCharge,
  listAutoPayCharges,
  updateAutoPayCharge,
} from '../../storage/arrangements/auto-pay-charges.ts';
import type { InvoiceRow } from '../../storage/billing/invoices.ts';
import type { Tx } from '../../storage/database.ts';

type Excluded = {
  /** Locked. */
  invoice: InvoiceRow;
  canceled: { methodId: MethodId | null; mandateId: MandateId };
};

export async function excludeFromAutoPay(
  tx: Tx,
  { clock, entropy }: Pick<Deps, 'clock' | 'entropy'>,
  { invoice, canceled: { methodId, mandateId } }: Excluded,
): Promise<void> {
  const { companyId, customerId, id: invoiceId, dueOn: chargeOn } = invoice;
  const charges = await listAutoPayCharges(tx, { companyId, invoiceId });
  if (charges.some(({ state }) => state === 'EXCLUDED')) return;
  const live = charges.find(({ state }) => state === 'LIVE');
  const state = 'EXCLUDED';
  if (live) return updateAutoPayCharge(tx, live, { state, nextTryOn: null });
  const key = { companyId, customerId, invoiceId, id: entropy.uuid() };
  const agreed = { methodId, mandateId, chargeOn, createdAt: clock.now() };
  await insertAutoPayCharge(tx, { ...key, ...agreed, state });
}
