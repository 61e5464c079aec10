/** The payments that a processor made on an invoice, alone or with others. */
import { and, desc, eq, inArray, ne, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Tx } from '../platform/database/database.ts';
import { type InvoiceKey, matching } from '../platform/database/keys.ts';
import { attemptParts } from '../schema/attempt-parts.ts';
import type { InvoiceRow } from '../schema/invoices.ts';
import { attempts } from '../schema/payments.ts';
import type { Attempt } from './attempts.ts';
import { lockInvoices } from './holds.ts';

/** Locks the invoice and those that were paid together with it, in the order of every payment. */
export async function lockPaidTogether(
  tx: Tx,
  { companyId, invoiceId }: InvoiceKey,
): Promise<InvoiceRow | null> {
  const others = alias(attemptParts, 'others');
  const together = await tx
    .selectDistinct({ id: others.invoiceId })
    .from(attemptParts)
    .innerJoin(
      others,
      and(
        eq(others.companyId, attemptParts.companyId),
        eq(others.attemptId, attemptParts.attemptId),
      ),
    )
    .where(matching(attemptParts, { companyId, invoiceId }));
  const ids = new Set([invoiceId, ...together.map(({ id }) => id)]);
  const locked = await lockInvoices(tx, { companyId, invoiceIds: [...ids] });
  return locked.find(({ id }) => id === invoiceId) ?? null;
}

/** Newest first. */
export function lockPaymentsOn(tx: Tx, { companyId, invoiceId }: InvoiceKey): Promise<Attempt[]> {
  const parts = tx
    .select({ id: attemptParts.attemptId })
    .from(attemptParts)
    .where(matching(attemptParts, { companyId, invoiceId }));
  return tx
    .select()
    .from(attempts)
    .where(
      and(
        matching(attempts, { companyId, state: 'SUCCEEDED' }),
        ne(attempts.processor, 'manual'),
        or(matching(attempts, { invoiceId }), inArray(attempts.id, parts)),
      ),
    )
    .orderBy(desc(attempts.createdAt), desc(attempts.id))
    .for('no key update');
}
