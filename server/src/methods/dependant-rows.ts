/** Live arrangements that charge a payment method or depend on a mandate, with their invoices. */
import type { CompanyId, InvoiceId, MandateId } from '@quittance/contract/ids';
import { asc } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import type { OwnMethod } from '../platform/database/keys.ts';
import { matching, references } from '../platform/database/keys.ts';
import { autoPayCharges, plans, schedules } from '../schema/arrangements.ts';
import { invoices } from '../schema/invoices.ts';

const invoice = {
  invoiceId: invoices.id,
  accountRef: invoices.accountRef,
  productName: invoices.productName,
};

export type Foundation = OwnMethod | { companyId: CompanyId; mandateId: MandateId };

export async function findSchedulesOn(tx: Tx, foundation: Foundation) {
  return tx
    .select({
      ...invoice,
      companyId: schedules.companyId,
      customerId: schedules.customerId,
      id: schedules.id,
      chargeOn: schedules.chargeOn,
      nextTryOn: schedules.nextTryOn,
      amountCents: schedules.amountCents,
      feeCents: schedules.feeCents,
    })
    .from(schedules)
    .innerJoin(invoices, references(schedules.invoiceId, invoices))
    .where(matching(schedules, { ...foundation, state: 'LIVE' }))
    .orderBy(asc(schedules.chargeOn), asc(schedules.id));
}

export async function findPlansOn(tx: Tx, foundation: Foundation) {
  return tx
    .select({
      ...invoice,
      companyId: plans.companyId,
      customerId: plans.customerId,
      id: plans.id,
    })
    .from(plans)
    .innerJoin(invoices, references(plans.invoiceId, invoices))
    .where(matching(plans, { ...foundation, state: 'LIVE' }))
    .orderBy(asc(plans.anchorOn), asc(plans.id));
}

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
