/** A customer's auto-pay setting, and the charges that are already planned under it. */
import type { CompanyId, CustomerId, InvoiceId } from '@quittance/contract/ids';
import { and, asc, eq } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { autoPayCharges } from '../schema/arrangements.ts';
import { customers } from '../schema/customers.ts';

export type CustomerKey = { companyId: CompanyId; customerId: CustomerId };

function isCustomer({ companyId, customerId }: CustomerKey) {
  return and(eq(customers.companyId, companyId), eq(customers.id, customerId));
}

export async function findAutoPay(tx: Tx, key: CustomerKey): Promise<AutoPaySetting | null> {
  const [row] = await tx
    .select({
      autoPayMethodId: customers.autoPayMethodId,
      isAutoPayActive: customers.isAutoPayActive,
      autoPayMandateId: customers.autoPayMandateId,
      autoPaySinceOn: customers.autoPaySinceOn,
    })
    .from(customers)
    .where(isCustomer(key));
  return row ?? null;
}

/** Taken after the locks of invoices and before those of methods. */
export async function lockCustomer(tx: Tx, key: CustomerKey) {
  const [row] = await tx.select().from(customers).where(isCustomer(key)).for('update');
  return row ?? null;
}

export type CustomerRow = NonNullable<Awaited<ReturnType<typeof lockCustomer>>>;

export type AutoPaySetting = Pick<
  CustomerRow,
  'autoPayMethodId' | 'isAutoPayActive' | 'autoPayMandateId' | 'autoPaySinceOn'
>;

export async function updateAutoPay(
  tx: Tx,
  key: CustomerKey,
  setting: Partial<AutoPaySetting>,
): Promise<void> {
  await tx.update(customers).set(setting).where(isCustomer(key));
}

function isPlanned({ companyId, customerId }: CustomerKey) {
  return and(
    eq(autoPayCharges.companyId, companyId),
    eq(autoPayCharges.customerId, customerId),
    eq(autoPayCharges.state, 'LIVE'),
  );
}

/** The invoices that auto-pay is about to charge. */
export async function findPlannedInvoices(tx: Tx, key: CustomerKey): Promise<InvoiceId[]> {
  const rows = await tx
    .select({ invoiceId: autoPayCharges.invoiceId })
    .from(autoPayCharges)
    .where(isPlanned(key))
    .orderBy(asc(autoPayCharges.invoiceId));
  return rows.map((row) => row.invoiceId);
}

export type PlannedChange = Partial<
  Pick<typeof autoPayCharges.$inferSelect, 'state' | 'methodId' | 'mandateId'>
>;

export async function updatePlanned(
  tx: Tx,
  key: CustomerKey,
  change: PlannedChange,
): Promise<void> {
  await tx.update(autoPayCharges).set(change).where(isPlanned(key));
}
