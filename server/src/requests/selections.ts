/** Selections: the invoices that a customer pays together, and the amount for each (R48). They never change. */
import type { Instant } from '@quittance/contract/dates';
import type { InvoiceId } from '@quittance/contract/ids';
import { and, asc, gt, sql } from 'drizzle-orm';
import { AppError } from '../kernel/errors.ts';
import { type PaidPart, type PartAmount, withInvoices } from '../ledger/attempt-parts.ts';
import type { Tx } from '../platform/database/database.ts';
import { type CustomerKey, matching, type RequestKey } from '../platform/database/keys.ts';
import { requestInvoices } from '../schema/attempt-parts.ts';
import type { InvoiceRow } from '../schema/invoices.ts';
import { invoices, requests } from '../schema/invoices.ts';

export async function listSelection(
  tx: Tx,
  { companyId, requestId }: RequestKey,
): Promise<PartAmount[]> {
  return tx
    .select({ invoiceId: requestInvoices.invoiceId, amountCents: requestInvoices.amountCents })
    .from(requestInvoices)
    .where(matching(requestInvoices, { companyId, requestId }))
    .orderBy(asc(requestInvoices.position));
}

export async function lockSelection(tx: Tx, key: RequestKey): Promise<PaidPart[]> {
  const selected = await listSelection(tx, key);
  const parts = await withInvoices(tx, key.companyId, selected);
  if (parts.length < selected.length) throw new AppError('ACCOUNT_NOT_FOUND');
  return parts;
}

/** Returns the given invoices that belong to the customer, in any order and without locking them. */
export async function listOwnInvoices(
  tx: Tx,
  { companyId, customerId }: CustomerKey,
  ids: readonly InvoiceId[],
): Promise<InvoiceRow[]> {
  const isOne = sql`${invoices.id} = any(${sql.param([...ids])}::uuid[])`;
  return tx
    .select()
    .from(invoices)
    .where(and(matching(invoices, { companyId, customerId }), isOne));
}

/** Returns the invoices that can be paid with others, most urgent first (R35), using the index with that order. */
export async function listPayableInvoices(
  tx: Tx,
  { companyId, customerId }: CustomerKey,
  limit: number,
): Promise<InvoiceRow[]> {
  return tx
    .select()
    .from(invoices)
    .where(
      matching(invoices, { companyId, customerId, status: ['DUE', 'IN_COLLECTION', 'DEFAULTED'] }),
    )
    .orderBy(asc(invoices.urgency), asc(invoices.id))
    .limit(limit);
}

export async function countSelections(
  tx: Tx,
  { companyId, customerId }: CustomerKey,
  since: Instant,
): Promise<number> {
  const isOwn = matching(requests, { companyId, customerId, kind: 'INVOICES' });
  return tx.$count(requests, and(isOwn, gt(requests.createdAt, since)));
}

export async function insertSelection(
  tx: Tx,
  {
    companyId,
    customerId,
    requestId,
    createdAt,
  }: CustomerKey & RequestKey & { createdAt: Instant },
  lines: readonly PartAmount[],
): Promise<void> {
  const owner = { companyId, customerId };
  await tx.insert(requests).values({ ...owner, id: requestId, kind: 'INVOICES', createdAt });
  if (lines.length === 0) return;
  const rows = lines.map((line, index) => ({ ...owner, requestId, position: index + 1, ...line }));
  await tx.insert(requestInvoices).values(rows);
}
