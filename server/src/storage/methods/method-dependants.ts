/** The arrangements that are going to be charged to a payment method, with their invoices. */
import type { InvoiceId } from '@quittance/contract/ids';
import { and, asc, eq } from 'drizzle-orm';
import type { Tx } from '../database.ts';
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
    .innerJoin(
      invoices,
      and(eq(invoices.companyId, schedules.companyId), eq(invoices.id, schedules.invoiceId)),
    )
    .where(
      and(
        eq(schedules.companyId, companyId),
        eq(schedules.customerId, customerId),
        eq(schedules.methodId, methodId),
        eq(schedules.state, 'LIVE'),
      ),
    )
    .orderBy(asc(schedules.chargeOn), asc(schedules.id));
}

export async function findPlansOn(tx: Tx, { companyId, customerId, methodId }: OwnMethod) {
  return tx
    .select({ ...invoice, id: plans.id })
    .from(plans)
    .innerJoin(
      invoices,
      and(eq(invoices.companyId, plans.companyId), eq(invoices.id, plans.invoiceId)),
    )
    .where(
      and(
        eq(plans.companyId, companyId),
        eq(plans.customerId, customerId),
        eq(plans.methodId, methodId),
        eq(plans.state, 'LIVE'),
      ),
    )
    .orderBy(asc(plans.anchorOn), asc(plans.id));
}

/** The invoices that auto-pay is about to charge to it. */
export async function findAutoPayInvoicesOn(
  tx: Tx,
  { companyId, customerId, methodId }: OwnMethod,
): Promise<InvoiceId[]> {
  const rows = await tx
    .select({ invoiceId: autoPayCharges.invoiceId })
    .from(autoPayCharges)
    .where(
      and(
        eq(autoPayCharges.companyId, companyId),
        eq(autoPayCharges.customerId, customerId),
        eq(autoPayCharges.methodId, methodId),
        eq(autoPayCharges.state, 'LIVE'),
      ),
    );
  return rows.map((row) => row.invoiceId);
}
