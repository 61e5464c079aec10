/** Rows of payouts, their lines and their differences. Written in the scope of the company's own systems. */

import type { Instant } from '@quittance/contract/dates';
import { MINUTE_MS } from '@quittance/contract/durations';
import { type AttemptId, attemptIdSchema, type CompanyId } from '@quittance/contract/ids';
import { PROCESSOR_DESCRIPTIONS } from '@quittance/contract/processors/registry';
import type { ProcessorName } from '@quittance/contract/vocabulary';
import { and, eq, gte, inArray, isNotNull, isNull, max, sql } from 'drizzle-orm';
import { z } from 'zod';
import { listCompaniesWithKeys } from '../companies/connections.ts';
import type { Tx } from '../platform/database/database.ts';
import { isAnyId, matching } from '../platform/database/keys.ts';
import { findRow, firstRow, hasRows } from '../platform/database/rows.ts';
import { companies } from '../schema/companies.ts';
import { attempts } from '../schema/payments.ts';
import { payoutDifferences, payoutLines, payoutReads, payouts } from '../schema/payouts.ts';
import { unplacedCharges } from '../schema/reconciliations.ts';
import { disputes, refunds } from '../schema/refunds.ts';

export type PayoutRead = typeof payoutReads.$inferSelect;
export type PayoutRow = typeof payouts.$inferSelect;
export type PayoutLineRow = typeof payoutLines.$inferSelect;
export type PayoutDifferenceRow = typeof payoutDifferences.$inferSelect;

export const payoutReadQueue = {
  table: payoutReads,
  key: ['companyId'],
  dueAt: 'nextReadAt',
  isWaiting: undefined,
  /** Renewed after every payout, so it only has to be longer than the lines of one take. */
  leaseMs: 10 * MINUTE_MS,
} as const;

const READABLE = Object.entries(PROCESSOR_DESCRIPTIONS)
  .filter(([, { hasPayouts }]) => hasPayouts)
  .map(([name]) => name);

/** Requires system scope. Adds the companies that have keys and whose payouts were never read. */
export async function addPayoutReads(tx: Tx, at: Instant): Promise<void> {
  const isReadable = sql`${companies.processor} = any(${sql.param(READABLE)}::text[])`;
  for (const companyId of await listCompaniesWithKeys(tx, payoutReads, isReadable)) {
    await tx.insert(payoutReads).values({ companyId, nextReadAt: at }).onConflictDoNothing();
  }
}

export function findPayoutRead(tx: Tx, companyId: CompanyId): Promise<PayoutRead | null> {
  return findRow(tx, payoutReads, { companyId });
}

/** Makes the payouts due, so that the fees are compared right away. */
export async function storeFees(
  tx: Tx,
  { companyId, fees, at }: Pick<PayoutRead, 'companyId' | 'fees'> & { at: Instant },
): Promise<void> {
  await tx
    .insert(payoutReads)
    .values({ companyId, fees, nextReadAt: at })
    .onConflictDoUpdate({ target: payoutReads.companyId, set: { fees, nextReadAt: at } });
}

export async function findPayout(
  tx: Tx,
  key: Pick<PayoutRow, 'companyId'> & Partial<PayoutRow>,
): Promise<PayoutRow | null> {
  return findRow(tx, payouts, key);
}

export async function insertPayout(tx: Tx, payout: typeof payouts.$inferInsert): Promise<void> {
  await tx.insert(payouts).values(payout).onConflictDoNothing();
}

export async function updatePayout(
  tx: Tx,
  { companyId, id }: Pick<PayoutRow, 'companyId' | 'id'>,
  change: Partial<PayoutRow>,
): Promise<void> {
  await tx.update(payouts).set(change).where(matching(payouts, { companyId, id }));
}

/**
 * Enters payouts into the journal (R92) once they left the processor and their content is known or never will be. One
 * that the bank refuses is reversed: its items are charged and deducted all the same, and its amount is paid out again.
 */
export async function bookPayouts(
  tx: Tx,
  { companyId, processor }: Account,
  at: Instant,
): Promise<void> {
  const isSettled = sql`${payouts.state} in ('PAID', 'FAILED')
    and (${payouts.itemizedAt} is not null or ${payouts.isOpaque})`;
  const isWanted = matching(payouts, { companyId, processor });
  await tx
    .update(payouts)
    .set({ bookedAt: at })
    .where(and(isWanted, isNull(payouts.bookedAt), isSettled));
  await tx
    .update(payouts)
    .set({ reversedAt: at })
    .where(
      and(
        isWanted,
        eq(payouts.state, 'FAILED'),
        isNotNull(payouts.bookedAt),
        isNull(payouts.reversedAt),
      ),
    );
}

const INSERTED_MAX = 1000;

export async function insertLines(tx: Tx, lines: readonly PayoutLineRow[]): Promise<void> {
  for (let start = 0; start < lines.length; start += INSERTED_MAX) {
    const some = lines.slice(start, start + INSERTED_MAX);
    await tx.insert(payoutLines).values(some).onConflictDoNothing();
  }
}

export async function updateLine(
  tx: Tx,
  { companyId, id }: PayoutLineRow,
  change: Partial<PayoutLineRow>,
): Promise<void> {
  await tx.update(payoutLines).set(change).where(matching(payoutLines, { companyId, id }));
}

export async function loadLines(
  tx: Tx,
  { companyId, id: payoutId }: Pick<PayoutRow, 'companyId' | 'id'>,
): Promise<PayoutLineRow[]> {
  return tx.select().from(payoutLines).where(matching(payoutLines, { companyId, payoutId }));
}

/** Payouts with open differences, which later records may resolve. */
export async function listDifferingPayouts(tx: Tx, companyId: CompanyId): Promise<PayoutRow[]> {
  const differing = tx
    .select({ id: payoutDifferences.payoutId })
    .from(payoutDifferences)
    .where(
      and(
        matching(payoutDifferences, { companyId, closedAt: null }),
        isNotNull(payoutDifferences.payoutId),
      ),
    );
  return tx
    .select()
    .from(payouts)
    .where(and(matching(payouts, { companyId }), inArray(payouts.id, differing)));
}

export type LedgerRows = {
  attempts: Map<string, typeof attempts.$inferSelect>;
  refunds: Map<string, typeof refunds.$inferSelect>;
  disputes: Map<string, typeof disputes.$inferSelect>;
  payouts: ReadonlySet<string>;
  /** Charges that wait for a person, or that one has refunded or acknowledged. */
  unplaced: ReadonlySet<string>;
};

type Account = { companyId: CompanyId; processor: ProcessorName };

function byReference<Row extends { processorReference: string | null }>(rows: readonly Row[]) {
  return new Map(rows.map((row) => [row.processorReference ?? '', row]));
}

export async function findLedgerRows(
  tx: Tx,
  { companyId, processor }: Account,
  lines: readonly Pick<PayoutLineRow, 'chargeReference' | 'itemReference'>[],
): Promise<LedgerRows> {
  const charges = [...new Set(lines.flatMap((line) => line.chargeReference ?? []))];
  const items = [...new Set(lines.flatMap((line) => line.itemReference ?? []))];
  const foundAttempts = await tx
    .select()
    .from(attempts)
    .where(
      and(
        matching(attempts, { companyId, processor }),
        isAnyId(attempts.processorReference, charges),
      ),
    );
  const foundRefunds = await tx
    .select()
    .from(refunds)
    .where(and(matching(refunds, { companyId }), isAnyId(refunds.processorReference, items)));
  const foundDisputes = await tx
    .select()
    .from(disputes)
    .where(and(matching(disputes, { companyId }), isAnyId(disputes.processorReference, items)));
  const foundUnplaced = await tx
    .select({ reference: unplacedCharges.processorReference })
    .from(unplacedCharges)
    .where(
      and(
        matching(unplacedCharges, { companyId, processor }),
        isAnyId(unplacedCharges.processorReference, charges),
      ),
    );
  const foundPayouts = await tx
    .select({ reference: payouts.processorReference })
    .from(payouts)
    .where(
      and(matching(payouts, { companyId, processor }), isAnyId(payouts.processorReference, items)),
    );
  return {
    payouts: new Set(foundPayouts.map(({ reference }) => reference)),
    attempts: byReference(foundAttempts),
    refunds: byReference(foundRefunds),
    disputes: byReference(foundDisputes),
    unplaced: new Set(foundUnplaced.map(({ reference }) => reference)),
  };
}

/** A difference that was closed stays closed. */
export async function insertDifferences(
  tx: Tx,
  rows: readonly (typeof payoutDifferences.$inferInsert)[],
): Promise<PayoutDifferenceRow[]> {
  if (rows.length === 0) return [];
  return tx
    .insert(payoutDifferences)
    .values([...rows])
    .onConflictDoNothing()
    .returning();
}

/** Closes the differences of a payout that no longer exist. */
export async function closeOtherDifferences(
  tx: Tx,
  { companyId, id: payoutId }: Pick<PayoutRow, 'companyId' | 'id'>,
  { existing, at }: { existing: readonly string[]; at: Instant },
): Promise<void> {
  const isGone = sql`not (${isAnyId(payoutDifferences.id, existing)})`;
  await tx
    .update(payoutDifferences)
    .set({ closedAt: at })
    .where(and(matching(payoutDifferences, { companyId, payoutId, closedAt: null }), isGone));
}

/** Closes the differences of payments that were in no payout until now. */
export async function closeFound(
  tx: Tx,
  companyId: CompanyId,
  { attemptIds, at }: { attemptIds: readonly AttemptId[]; at: Instant },
): Promise<void> {
  await tx
    .update(payoutDifferences)
    .set({ closedAt: at })
    .where(
      and(
        matching(payoutDifferences, { companyId, kind: 'MISSING_THERE', closedAt: null }),
        isAnyId(payoutDifferences.attemptId, attemptIds),
      ),
    );
}

export async function closeDifference(
  tx: Tx,
  { companyId, id }: Pick<PayoutDifferenceRow, 'companyId' | 'id'>,
  at: Instant,
): Promise<void> {
  await tx
    .update(payoutDifferences)
    .set({ closedAt: at })
    .where(and(matching(payoutDifferences, { companyId, id }), isNull(payoutDifferences.closedAt)));
}

const soughtSchema = z.array(
  z.object({
    id: z.uuid(),
    attemptId: attemptIdSchema,
    reference: z.string().nullable(),
    amount: z.coerce.number().int(),
  }),
);

/** Payments and refunds that were settled within the time span and are in no payout. */
export async function findNotPaidOut(
  tx: Tx,
  { companyId, processor }: Account,
  { from, to }: { from: Instant; to: Instant },
) {
  const { rows } = await tx.execute(sql`
    select a.id, a.id as "attemptId", a.processor_reference as reference,
      (a.amount_cents + a.fee_cents)::text as amount
    from ${attempts} a
    where a.company_id = ${companyId} and a.processor = ${processor} and a.state = 'SUCCEEDED'
      and a.settled_at > ${from}::timestamptz and a.settled_at <= ${to}::timestamptz
      and not exists (select from ${payoutLines} l where l.company_id = a.company_id
        and l.attempt_id = a.id and l.kind = 'CHARGE')
    union all
    select r.id, r.attempt_id, r.processor_reference, (-r.amount_cents)::text
    from ${refunds} r join ${attempts} a on a.company_id = r.company_id and a.id = r.attempt_id
    where r.company_id = ${companyId} and a.processor = ${processor} and r.state = 'SUCCEEDED'
      and r.origin not in ('DISPUTE', 'MANUAL')
      and r.done_at > ${from}::timestamptz and r.done_at <= ${to}::timestamptz
      and not exists (select from ${payoutLines} l where l.company_id = r.company_id
        and l.refund_id = r.id)`);
  return soughtSchema.parse(rows);
}

/** The newest payout whose lines are known. Null if the account also made payouts without lines since then. */
export async function findNewestItemized(
  tx: Tx,
  { companyId, processor }: Account,
  from: Instant,
): Promise<Instant | null> {
  const isWanted = and(matching(payouts, { companyId, processor }), gte(payouts.createdAt, from));
  const opaque = tx
    .select({ id: payouts.id })
    .from(payouts)
    .where(and(isWanted, eq(payouts.isOpaque, true)));
  if (await hasRows(opaque.limit(1))) return null;
  const found = await firstRow(
    tx
      .select({ newest: max(payouts.createdAt) })
      .from(payouts)
      .where(and(isWanted, isNotNull(payouts.itemizedAt))),
  );
  return found?.newest ?? null;
}
