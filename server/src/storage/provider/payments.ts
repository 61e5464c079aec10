/** A company's payments, the newest first, and the moves of one. */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId, CustomerId, InvoiceId } from '@quittance/contract/ids';
import { and, asc, lte, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { type InvoiceKey, matching } from '../keys.ts';
import type { Attempt, AttemptKey } from '../payments/attempts.ts';
import { attemptParts } from '../schema/attempt-parts.ts';
import { attemptMoves, attempts } from '../schema/payments.ts';
import { isAfterCursor, type Page, readPage } from './pages.ts';

export type MoveRow = typeof attemptMoves.$inferSelect;

export type PaymentFilter = {
  companyId: CompanyId;
  customerId?: CustomerId | undefined;
  invoiceId?: InvoiceId | undefined;
  state?: Attempt['state'] | undefined;
  /** Sent before this instant, and without an outcome. */
  unresolvedSince?: Instant;
};

/** Alone or among others. The ids are found first, each by its index. */
function isOnInvoice({ companyId, invoiceId }: InvoiceKey): SQL {
  return sql`${attempts.id} = any(array(
    select a.id from ${attempts} a where a.company_id = ${companyId} and a.invoice_id = ${invoiceId}
    union all
    select p.attempt_id from ${attemptParts} p
    where p.company_id = ${companyId} and p.invoice_id = ${invoiceId}))`;
}

export async function listPaymentRows(
  tx: Tx,
  { filter, page }: { filter: PaymentFilter; page: Page },
): Promise<Attempt[]> {
  const { companyId, customerId, invoiceId, state, unresolvedSince } = filter;
  const isWanted = and(
    matching(attempts, {
      companyId,
      ...(customerId ? { customerId } : {}),
      ...(state ? { state } : {}),
    }),
    invoiceId ? isOnInvoice({ companyId, invoiceId }) : undefined,
    unresolvedSince
      ? and(
          matching(attempts, { state: ['SENT', 'UNKNOWN'] }),
          lte(attempts.createdAt, unresolvedSince),
        )
      : undefined,
    isAfterCursor(attempts, page.after),
  );
  return readPage(tx, attempts, { isWanted, limit: page.limit });
}

export async function listMoves(tx: Tx, { companyId, attemptId }: AttemptKey): Promise<MoveRow[]> {
  return tx
    .select()
    .from(attemptMoves)
    .where(matching(attemptMoves, { companyId, attemptId }))
    .orderBy(asc(attemptMoves.id));
}
