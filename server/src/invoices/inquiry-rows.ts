import type { Instant } from '@quittance/contract/dates';
import type { CompanyId, CustomerId, InquiryId, InvoiceId } from '@quittance/contract/ids';
import { and, desc, isNotNull, isNull } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { type InvoiceKey, matching } from '../platform/database/keys.ts';
import { isAfterCursor, type Page, readPage } from '../platform/database/pages.ts';
import { findRow, hasRow, lockRow, updateRow, writtenRow } from '../platform/database/rows.ts';
import { inquiries } from '../schema/inquiries.ts';

export type InquiryRow = typeof inquiries.$inferSelect;
export type InquiryKey = { companyId: CompanyId; inquiryId: InquiryId };

/** Runs under the invoice lock, after `hasOpenInquiry`. */
export async function insertInquiry(
  tx: Tx,
  inquiry: typeof inquiries.$inferInsert,
): Promise<InquiryRow> {
  return writtenRow(tx.insert(inquiries).values(inquiry).returning());
}

export async function hasOpenInquiry(
  tx: Tx,
  { companyId, invoiceId }: InvoiceKey,
): Promise<boolean> {
  return hasRow(tx, inquiries, { companyId, invoiceId, answeredAt: null });
}

export async function hasOpenObjection(
  tx: Tx,
  { companyId, invoiceId }: InvoiceKey,
): Promise<boolean> {
  return hasRow(tx, inquiries, { companyId, invoiceId, kind: 'DISPUTE', answeredAt: null });
}

const LIST_MAX = 50;

export async function listInquiriesOfInvoice(
  tx: Tx,
  { companyId, invoiceId }: InvoiceKey,
): Promise<InquiryRow[]> {
  return tx
    .select()
    .from(inquiries)
    .where(matching(inquiries, { companyId, invoiceId }))
    .orderBy(desc(inquiries.createdAt), desc(inquiries.id))
    .limit(LIST_MAX);
}

export type InquiryFilter = {
  companyId: CompanyId;
  customerId?: CustomerId | undefined;
  invoiceId?: InvoiceId | undefined;
  state?: 'open' | 'answered' | undefined;
};

export async function listInquiryRows(
  tx: Tx,
  { filter, page }: { filter: InquiryFilter; page: Page },
): Promise<InquiryRow[]> {
  const { companyId, customerId, invoiceId, state } = filter;
  const { answeredAt } = inquiries;
  const isWanted = and(
    matching(inquiries, {
      companyId,
      ...(customerId ? { customerId } : {}),
      ...(invoiceId ? { invoiceId } : {}),
    }),
    state && (state === 'open' ? isNull(answeredAt) : isNotNull(answeredAt)),
    isAfterCursor(inquiries, page.after),
  );
  return readPage(tx, inquiries, { isWanted, limit: page.limit });
}

export async function findInquiry(
  tx: Tx,
  { companyId, inquiryId }: InquiryKey,
): Promise<InquiryRow | null> {
  return findRow(tx, inquiries, { companyId, id: inquiryId });
}

export async function lockInquiry(
  tx: Tx,
  { companyId, inquiryId }: InquiryKey,
): Promise<InquiryRow | null> {
  return lockRow(tx, inquiries, { companyId, id: inquiryId });
}

export async function writeAnswer(
  tx: Tx,
  { companyId, inquiryId }: InquiryKey,
  change: { answer: string; answeredAt: Instant },
): Promise<InquiryRow> {
  return updateRow(tx, inquiries, { key: { companyId, id: inquiryId }, change });
}
