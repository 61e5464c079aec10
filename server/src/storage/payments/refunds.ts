/** Refunds of a charge: our own, which a sweep makes, and those found in the processor's records. */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import { and, asc, sql } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { type InvoiceKey, matching, references } from '../keys.ts';
import { listRows, lockRow } from '../rows.ts';
import { attempts } from '../schema/payments.ts';
import { refunds } from '../schema/refunds.ts';
import type { AttemptKey } from './attempts.ts';

export type RefundRow = typeof refunds.$inferSelect;
export type NewRefund = typeof refunds.$inferInsert;
export type RefundKey = { companyId: CompanyId; id: string };

export async function insertRefund(tx: Tx, refund: NewRefund): Promise<void> {
  await tx.insert(refunds).values(refund);
}

/** Of one charge, oldest first. */
export async function listRefundsOf(
  tx: Tx,
  { companyId, attemptId }: AttemptKey,
): Promise<RefundRow[]> {
  return tx
    .select()
    .from(refunds)
    .where(matching(refunds, { companyId, attemptId }))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
}

export async function lockRefund(tx: Tx, { companyId, id }: RefundKey): Promise<RefundRow | null> {
  return lockRow(tx, refunds, { companyId, id });
}

/**
 * System scope. Claims due refunds by moving their next try ahead: a second sweep skips them, and a crashed one
 * leaves them for later. Each company's oldest come first, so that no company waits for another's. A disputed
 * charge is not refunded as well: the processor holds its money.
 */
export async function claimDueRefunds(
  tx: Tx,
  { now, until, limit }: { now: Instant; until: Instant; limit: number },
): Promise<RefundRow[]> {
  const due = sql`select company_id, id,
      row_number() over (partition by company_id order by next_try_at, id) as turn, next_try_at
    from refunds r where state = 'OPEN' and next_try_at <= ${now}::timestamptz and not exists (
      select from attempts a where a.company_id = r.company_id and a.id = r.attempt_id
        and a.dispute_state = 'OPEN')
      and not exists (select from companies c
        where c.company_id = r.company_id and c.charges_held_since is not null)`;
  const claimed = sql`select r.company_id, r.id from refunds r
    join (${due} order by turn, next_try_at limit ${limit}) d
      on d.company_id = r.company_id and d.id = r.id
    where r.state = 'OPEN' and r.next_try_at <= ${now}::timestamptz
    for update of r skip locked`;
  return tx
    .update(refunds)
    .set({ tries: sql`${refunds.tries} + 1`, nextTryAt: until })
    .where(sql`(${refunds.companyId}, ${refunds.id}) in (${claimed})`)
    .returning();
}

export async function listOpenRefunds(tx: Tx, companyId: CompanyId): Promise<RefundRow[]> {
  return listRows(tx, refunds, { values: { companyId, state: 'OPEN' }, orderedBy: ['id'] });
}

/** The refunds that leave the invoice settled. */
export async function listSettledRefunds(
  tx: Tx,
  { companyId, invoiceId }: InvoiceKey,
): Promise<RefundRow[]> {
  const rows = await tx
    .select({ refund: refunds })
    .from(refunds)
    .innerJoin(attempts, references(refunds.attemptId, attempts))
    .where(
      and(
        matching(attempts, { companyId, invoiceId }),
        matching(refunds, { state: 'DONE', isOwedAgain: false }),
      ),
    );
  return rows.map(({ refund }) => refund);
}

export type RefundChange = Partial<
  Pick<
    RefundRow,
    | 'state'
    | 'principalCents'
    | 'isOwedAgain'
    | 'processorReference'
    | 'nextTryAt'
    | 'sentAt'
    | 'doneAt'
  >
>;

export async function updateRefund(
  tx: Tx,
  { companyId, id }: RefundKey,
  change: RefundChange,
): Promise<void> {
  await tx.update(refunds).set(change).where(matching(refunds, { companyId, id }));
}
