/** The live arrangements that charge a payment method, with their invoices. */
import type { InvoiceId } from '@quittance/contract/ids';
import { asc } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { matching, references } from '../keys.ts';
import { autoPayCharges, plans, schedules } from '../schema/arrangements.ts';
import { invoices } from '../schema/invoices.ts';
import type { OwnMethod } from './methods.ts';

const invoice = {
  invoiceId: invoices.id,
  accountRef: invoices.accountRef,
  productName: invoices.productName,
};

export async function findSchedulesOn(tx: Tx, { companyId, customerId, methodId }: OwnMethod) {
  return tx
    .select({
      ...invoice,
      id: schedules.id,
      chargeOn: schedules.chargeOn,
      nextTryOn: schedules.nextTryOn,
      amountCents: schedules.amountCents,
      feeCents: schedules.feeCents,
    })
    .from(schedules)
    .innerJoin(invoices, references(schedules.invoiceId, invoices))
    .where(matching(schedules, { companyId, customerId, methodId, state: 'LIVE' }))
    .orderBy(asc(schedules.chargeOn), asc(schedules.id));
}

export async function findPlansOn(tx: Tx, { companyId, customerId, methodId }: OwnMethod) {
  return tx
    .select({ ...invoice, id: plans.id })
    .from(plans)
    .innerJoin(invoices, references(plans.invoiceId, invoices))
    .where(matching(plans, { companyId, customerId, methodId, state: 'LIVE' }))
    .orderBy(asc(plans.anchorOn), asc(plans.id));
}

/** The invoices that auto-pay has planned to charge to it. */
export async function findAutoPayInvoicesOn(
  tx: Tx,
  { companyId, customerId, methodId }: OwnMethod,
): Promise<InvoiceId[]> {
  const rows = await tx
    .select({ invoiceId: autoPayCharges.invoiceId })
    .from(autoPayCharges)
    .where(matching(autoPayCharges, { companyId, customerId, methodId, state: 'LIVE' }));
  return rows.map((row) => row.invoiceId);
}
