/** The payments that a processor made on an invoice, alone or with others. */
import { and, desc, inArray, ne, or } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { type InvoiceKey, matching } from '../platform/database/keys.ts';
import { attemptParts } from '../schema/attempt-parts.ts';
import { attempts } from '../schema/payments.ts';
import type { Attempt } from './attempts.ts';

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
