/**
 * Excludes an invoice from auto-pay when its scheduled payment or plan ends unpaid (R83), and provides the sentence
 * for the email about it.
 */

import type { MandateId, MethodId } from '@quittance/contract/ids';
import { findAutoPay } from '../../arrangements/auto-pay.ts';
import {
  insertAutoPayCharge,
  listAutoPayCharges,
  updateAutoPayCharge,
} from '../../arrangements/auto-pay-charges.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { InvoiceRow } from '../../schema/invoices.ts';

export type EndedArrangement = { methodId: MethodId | null; mandateId: MandateId };

type AutoPayExclusion = {
  /** Locked by the caller, so that no charge begins meanwhile. */
  invoice: InvoiceRow;
  ended: EndedArrangement;
};

/**
 * The payer does not expect the whole amount to be charged instead. The invoice stays excluded until the payer
 * includes it again.
 */
export async function excludeFromAutoPay(
  tx: Tx,
  { clock, entropy }: Pick<Deps, 'clock' | 'entropy'>,
  { invoice, ended: { methodId, mandateId } }: AutoPayExclusion,
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

export async function isAutoPayOn(tx: Tx, invoice: InvoiceRow): Promise<boolean> {
  return (await findAutoPay(tx, invoice))?.isAutoPayActive ?? false;
}
