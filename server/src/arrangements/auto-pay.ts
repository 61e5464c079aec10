import type { InvoiceId } from '@quittance/contract/ids';
import { asc } from 'drizzle-orm';
import type { CustomerRow } from '../customers/store.ts';
import type { Tx } from '../platform/database/database.ts';
import { type CustomerKey, matching } from '../platform/database/keys.ts';
import { firstRow } from '../platform/database/rows.ts';
import { autoPayCharges } from '../schema/arrangements.ts';
import { customers } from '../schema/customers.ts';

function isCustomer({ companyId, customerId }: CustomerKey) {
  return matching(customers, { companyId, id: customerId });
}

export async function findAutoPay(tx: Tx, key: CustomerKey): Promise<AutoPaySetting | null> {
  return firstRow(
    tx
      .select({
        autoPayMethodId: customers.autoPayMethodId,
        isAutoPayActive: customers.isAutoPayActive,
        autoPayMandateId: customers.autoPayMandateId,
        autoPaySinceOn: customers.autoPaySinceOn,
      })
      .from(customers)
      .where(isCustomer(key)),
  );
}

type AutoPaySetting = Pick<
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
  return matching(autoPayCharges, { companyId, customerId, state: 'LIVE' });
}

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
