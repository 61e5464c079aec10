/** Invoices with the request they are paid through. Writing their money is settle's business. */
import type { CompanyId, CustomerId, InvoiceId, RequestId } from '@quittance/contract/ids';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { autoPayCharges, type installments, schedules } from '../schema/arrangements.ts';
import { customers, paymentMethods } from '../schema/customers.ts';
import { invoices, requests } from '../schema/invoices.ts';
import { contracts, projects } from '../schema/projects.ts';

export type InvoiceRow = typeof invoices.$inferSelect;
export type RequestRow = typeof requests.$inferSelect;
export type InstallmentRow = typeof installments.$inferSelect;
export type MethodRow = typeof paymentMethods.$inferSelect;

type RequestKey = { companyId: CompanyId; requestId: RequestId };
type InvoiceKey = { companyId: CompanyId; invoiceId: InvoiceId };

export async function findRequest(tx: Tx, key: RequestKey): Promise<RequestRow | null> {
  const [row] = await tx
    .select()
    .from(requests)
    .where(and(eq(requests.companyId, key.companyId), eq(requests.id, key.requestId)));
  return row ?? null;
}

/**
 * The lock every money decision is made under. Invoices are always locked before attempts, so that
 * two transactions cannot wait for each other.
 */
export async function lockInvoice(tx: Tx, key: InvoiceKey): Promise<InvoiceRow | null> {
  const [row] = await tx
    .select()
    .from(invoices)
    .where(and(eq(invoices.companyId, key.companyId), eq(invoices.id, key.invoiceId)))
    .for('update');
  return row ?? null;
}

export type InvoiceChange = Partial<
  Pick<InvoiceRow, 'status' | 'statusBefore' | 'paidCents' | 'negotiation' | 'attachedMethodId'>
>;

export async function updateInvoice(
  tx: Tx,
  key: InvoiceKey,
  change: InvoiceChange,
): Promise<InvoiceRow> {
  const [row] = await tx
    .update(invoices)
    .set({ ...change, version: sql`${invoices.version} + 1` })
    .where(and(eq(invoices.companyId, key.companyId), eq(invoices.id, key.invoiceId)))
    .returning();
  if (!row) throw new Error('An updated invoice was not returned');
  return row;
}

/** By the reference that cancelling goes by (product §7); within the customer's own rows. */
export async function findInvoiceByInternalRef(
  tx: Tx,
  own: { companyId: CompanyId; customerId: CustomerId; internalRef: string },
): Promise<InvoiceRow | null> {
  const [row] = await tx
    .select()
    .from(invoices)
    .where(
      and(
        eq(invoices.companyId, own.companyId),
        eq(invoices.customerId, own.customerId),
        eq(invoices.internalRef, own.internalRef),
      ),
    );
  return row ?? null;
}

/** By the number that is printed on it. */
export async function findInvoiceByAccountRef(
  tx: Tx,
  { companyId, accountRef }: { companyId: CompanyId; accountRef: string },
): Promise<InvoiceRow | null> {
  const [row] = await tx
    .select()
    .from(invoices)
    .where(and(eq(invoices.companyId, companyId), eq(invoices.accountRef, accountRef)));
  return row ?? null;
}

export async function findRequestOfInvoice(tx: Tx, key: InvoiceKey): Promise<RequestRow | null> {
  const [row] = await tx
    .select()
    .from(requests)
    .where(and(eq(requests.companyId, key.companyId), eq(requests.invoiceId, key.invoiceId)));
  return row ?? null;
}

/** Everything the invoice page shows, in one read. */
export async function findInvoicePage(tx: Tx, key: InvoiceKey) {
  const [row] = await tx
    .select({
      invoice: invoices,
      project: projects,
      contract: contracts,
      method: paymentMethods,
      firstName: customers.firstName,
      scheduledOn: schedules.chargeOn,
    })
    .from(invoices)
    .innerJoin(
      customers,
      and(eq(customers.companyId, invoices.companyId), eq(customers.id, invoices.customerId)),
    )
    .leftJoin(
      projects,
      and(eq(projects.companyId, invoices.companyId), eq(projects.id, invoices.projectId)),
    )
    .leftJoin(
      contracts,
      and(eq(contracts.companyId, invoices.companyId), eq(contracts.id, invoices.contractId)),
    )
    .leftJoin(
      paymentMethods,
      and(
        eq(paymentMethods.companyId, invoices.companyId),
        eq(paymentMethods.id, invoices.attachedMethodId),
        eq(paymentMethods.state, 'active'),
      ),
    )
    .leftJoin(
      schedules,
      and(
        eq(schedules.companyId, invoices.companyId),
        eq(schedules.invoiceId, invoices.id),
        eq(schedules.state, 'LIVE'),
      ),
    )
    .where(and(eq(invoices.companyId, key.companyId), eq(invoices.id, key.invoiceId)));
  return row ?? null;
}

/** An invoice paid early has nothing left to charge on the chosen day. */
export async function finishSchedule(tx: Tx, key: InvoiceKey): Promise<void> {
  await tx
    .update(schedules)
    .set({ state: 'DONE' })
    .where(
      and(
        eq(schedules.companyId, key.companyId),
        eq(schedules.invoiceId, key.invoiceId),
        inArray(schedules.state, ['LIVE', 'SUSPENDED']),
      ),
    );
}

/** The same for auto-pay: there is nothing left that it could charge. */
export async function finishAutoPay(tx: Tx, key: InvoiceKey): Promise<void> {
  await tx
    .update(autoPayCharges)
    .set({ state: 'DONE' })
    .where(
      and(
        eq(autoPayCharges.companyId, key.companyId),
        eq(autoPayCharges.invoiceId, key.invoiceId),
        eq(autoPayCharges.state, 'LIVE'),
      ),
    );
}
