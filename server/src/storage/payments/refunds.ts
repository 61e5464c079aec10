/** Refunds of a charge: our own, which a sweep makes, and those found in the processor's records. */
import type { Instant } from '@quittance/contract/dates';
import { type CompanyId, companyIdSchema } from '@quittance/contract/ids';
import { and, asc, sql } from 'drizzle-orm';
import { z } from 'zod';
import { byCompany, isAnyOf } from '../claims.ts';
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

const dueSchema = z.array(z.object({ companyId: companyIdSchema, id: z.string() }));

/**
 * System scope. Claims due refunds by moving their next try ahead: a second sweep skips them, and a crashed one
 * leaves them for later. Each company's oldest come first, so that no company waits for another's. A disputed
 * charge is not refunded as well: the processor holds its money.
 */
export async function claimDueRefunds(
  tx: Tx,
  { now, until, limit }: { now: Instant; until: Instant; limit: number },
): Promise<RefundRow[]> {
  const isDue = sql`state = 'OPEN' and next_try_at <= ${now}::timestamptz`;
  const { rows } = await tx.execute(sql`select company_id as "companyId", id,
      row_number() over (partition by company_id order by next_try_at, id) as turn, next_try_at
    from refunds r where ${isDue} and not exists (
      select from attempts a where a.company_id = r.company_id and a.id = r.attempt_id
        and a.dispute_state = 'OPEN')
      and not exists (select from companies c
        where c.company_id = r.company_id and c.charges_held_since is not null)
    order by turn, next_try_at limit ${limit}`);
  const claimed: RefundRow[] = [];
  for (const [companyId, ids] of byCompany(dueSchema.parse(rows))) {
    const free = sql`select id from refunds
      where company_id = ${companyId} and ${isAnyOf(refunds.id, ids)} and ${isDue}
      for update skip locked`;
    const isClaimed = and(
      matching(refunds, { companyId }),
      sql`${refunds.id} = any(array(${free}))`,
    );
    const change = { tries: sql`${refunds.tries} + 1`, nextTryAt: until };
    claimed.push(...(await tx.update(refunds).set(change).where(isClaimed).returning()));
  }
  return claimed;
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
