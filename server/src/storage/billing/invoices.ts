/** Invoices and the requests they are paid through. Only settlement writes their amounts. */
import type { CompanyId } from '@quittance/contract/ids';
import { and, sql } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import {
  type CustomerKey,
  hasReference,
  type InvoiceKey,
  matching,
  type RequestKey,
  references,
} from '../keys.ts';
import { findRow, firstRow, lockRow, writtenRow } from '../rows.ts';
import { autoPayCharges, type installments, schedules } from '../schema/arrangements.ts';
import type { paymentMethods } from '../schema/customers.ts';
import { invoices, requests } from '../schema/invoices.ts';

export type InvoiceRow = typeof invoices.$inferSelect;
export type RequestRow = typeof requests.$inferSelect;
export type InstallmentRow = typeof installments.$inferSelect;
export type MethodRow = typeof paymentMethods.$inferSelect;

export async function findRequest(
  tx: Tx,
  { companyId, requestId }: RequestKey,
): Promise<RequestRow | null> {
  return findRow(tx, requests, { companyId, id: requestId });
}

/** Among the customer's own invoices. */
export async function findInvoice(
  tx: Tx,
  { companyId, customerId, invoiceId }: CustomerKey & InvoiceKey,
): Promise<InvoiceRow | null> {
  return findRow(tx, invoices, { companyId, customerId, id: invoiceId });
}

/**
 * The lock for every decision about money. Invoices are locked before attempts in every transaction,
 * which rules out deadlocks between them.
 */
export async function lockInvoice(
  tx: Tx,
  { companyId, invoiceId }: InvoiceKey,
): Promise<InvoiceRow | null> {
  return lockRow(tx, invoices, { companyId, id: invoiceId });
}

export type InvoiceChange = Partial<
  Pick<InvoiceRow, 'status' | 'statusBefore' | 'paidCents' | 'negotiation' | 'attachedMethodId'>
>;

export async function updateInvoice(
  tx: Tx,
  { companyId, invoiceId }: InvoiceKey,
  change: InvoiceChange,
): Promise<InvoiceRow> {
  return writtenRow(
    tx
      .update(invoices)
      .set({ ...change, version: sql`${invoices.version} + 1` })
      .where(matching(invoices, { companyId, id: invoiceId }))
      .returning(),
  );
}

/** By the reference that cancellations use (product §7), among the customer's own invoices. */
export async function findInvoiceByInternalRef(
  tx: Tx,
  { companyId, customerId, internalRef }: CustomerKey & { internalRef: string },
): Promise<InvoiceRow | null> {
  return findRow(tx, invoices, { companyId, customerId, internalRef });
}

type InvoiceRef = { companyId: CompanyId; accountRef: string };

const isNumbered = ({ companyId, accountRef }: InvoiceRef) =>
  and(matching(invoices, { companyId }), hasReference(invoices.accountRefKey, accountRef));

/** By the number printed on it. */
export async function findInvoiceByAccountRef(
  tx: Tx,
  { companyId, accountRef }: InvoiceRef,
): Promise<InvoiceRow | null> {
  return firstRow(tx.select().from(invoices).where(isNumbered({ companyId, accountRef })));
}

/** By the number printed on it, with the request it is paid through. */
export async function findInvoiceWithRequest(tx: Tx, { companyId, accountRef }: InvoiceRef) {
  return firstRow(
    tx
      .select({ invoice: invoices, requestId: requests.id })
      .from(invoices)
      .innerJoin(requests, references(requests.invoiceId, invoices))
      .where(isNumbered({ companyId, accountRef })),
  );
}

export async function findRequestOfInvoice(
  tx: Tx,
  { companyId, invoiceId }: InvoiceKey,
): Promise<RequestRow | null> {
  return findRow(tx, requests, { companyId, invoiceId });
}

/** After an early payment nothing is left to charge on the scheduled day. */
export async function finishSchedule(tx: Tx, { companyId, invoiceId }: InvoiceKey): Promise<void> {
  await tx
    .update(schedules)
    .set({ state: 'DONE' })
    .where(matching(schedules, { companyId, invoiceId, state: ['LIVE', 'SUSPENDED'] }));
}

/** The same for a planned auto-pay charge. */
export async function finishAutoPay(tx: Tx, { companyId, invoiceId }: InvoiceKey): Promise<void> {
  await tx
    .update(autoPayCharges)
    .set({ state: 'DONE' })
    .where(matching(autoPayCharges, { companyId, invoiceId, state: 'LIVE' }));
}
