/**
 * Work that is due by the calendar: invoices that become overdue, and off-session charges. These are only
 * candidates: each is read again under its lock (locked-arrangement.ts) before it is charged.
 */
import type { Instant, IsoDate } from '@quittance/contract/dates';
import type { CompanyId, CustomerId, InvoiceId } from '@quittance/contract/ids';
import { and, asc, lt, lte, not, notExists, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { isHeldByPart } from '../ledger/attempt-parts.ts';
import { type Attempt, selectOpenAttempts } from '../ledger/attempts.ts';
import type { Tx } from '../platform/database/database.ts';
import { type CustomerKey, matching, references } from '../platform/database/keys.ts';
import { listRows } from '../platform/database/rows.ts';
import { together } from '../platform/database/transaction.ts';
import { autoPayCharges, installments, plans, schedules } from '../schema/arrangements.ts';
import { customers, HAS_CREDIT } from '../schema/customers.ts';
import type { InvoiceRow } from '../schema/invoices.ts';
import { invoices } from '../schema/invoices.ts';
import { attempts } from '../schema/payments.ts';

export type Arrangement =
  | { kind: 'schedule'; id: string }
  | { kind: 'installment'; id: string; index: number }
  | { kind: 'autoPay'; id: string };

export type DueItem = {
  companyId: CompanyId;
  customerId: CustomerId;
  invoiceId: InvoiceId;
  arrangement: Arrangement;
  occurrenceOn: IsoDate;
  dueOn: IsoDate;
  /** Number of attempts so far. A worker with a lower number holds a stale item. */
  tries: number;
};

export function toOccurrence(arrangement: Arrangement): string {
  switch (arrangement.kind) {
    case 'schedule':
      return `schedule:${arrangement.id}`;
    case 'installment':
      return `plan:${arrangement.id}:${arrangement.index}`;
    case 'autoPay':
      return `auto-pay:${arrangement.id}`;
  }
}

const AUTO_PAY = /^auto-pay:(?<id>[0-9a-f-]{36})$/;

export function toArrangements(attempt: Attempt): Arrangement[] {
  const { scheduleId, planId, installmentFrom, installmentTo, occurrenceOf: name } = attempt;
  if (scheduleId) return [{ kind: 'schedule', id: scheduleId }];
  if (planId && installmentFrom && installmentTo) {
    const count = installmentTo - installmentFrom + 1;
    return Array.from({ length: count }, (_, offset) => ({
      kind: 'installment',
      id: planId,
      index: installmentFrom + offset,
    }));
  }
  const id = AUTO_PAY.exec(name ?? '')?.groups?.['id'];
  return id ? [{ kind: 'autoPay', id }] : [];
}

type Day = { companyId: CompanyId; today: IsoDate };

type DueDay = Day & { customerIds?: readonly CustomerId[] };

function isOfCustomers(column: PgColumn, { customerIds }: DueDay): SQL | undefined {
  return customerIds && sql`${column} = any(${sql.param([...customerIds])}::uuid[])`;
}

/** An invoice with an open attempt is charged again only after that attempt has an outcome. */
function hasNoOpenAttempt(tx: Tx, owner: { companyId: PgColumn; invoiceId: PgColumn }) {
  const { companyId, invoiceId } = owner;
  return and(
    notExists(selectOpenAttempts(tx, matching(attempts, { companyId, invoiceId }))),
    not(isHeldByPart(tx, owner)),
  );
}

const SINGLE_CHARGES = { schedule: schedules, autoPay: autoPayCharges } as const;

async function findDueCharges(
  tx: Tx,
  day: DueDay,
  kind: keyof typeof SINGLE_CHARGES,
): Promise<DueItem[]> {
  const { companyId, today } = day;
  const table = SINGLE_CHARGES[kind];
  const dueOn = table.attemptOn;
  const rows = await tx
    .select({
      customerId: table.customerId,
      invoiceId: table.invoiceId,
      id: table.id,
      occurrenceOn: table.chargeOn,
      dueOn,
      tries: table.tries,
    })
    .from(table)
    .where(
      and(
        matching(table, { companyId }),
        sql`${table.state} = 'LIVE'`,
        lte(dueOn, today),
        isOfCustomers(table.customerId, day),
        hasNoOpenAttempt(tx, table),
      ),
    )
    .orderBy(asc(dueOn), asc(table.id));
  return rows.map(({ id, ...row }) => ({ companyId, ...row, arrangement: { kind, id } }));
}

/**
 * The customers' plans are selected first, because most due installments of a company belong to other customers.
 */
function isOfTheirPlans(tx: Tx, day: DueDay): SQL | undefined {
  const isTheirs = isOfCustomers(plans.customerId, day);
  if (!isTheirs) return undefined;
  const { companyId } = day;
  const theirs = tx
    .select({ id: plans.id })
    .from(plans)
    .where(and(matching(plans, { companyId, state: 'LIVE' }), isTheirs));
  return sql`${installments.planId} = any(array(${theirs}))`;
}

async function findDueInstallments(tx: Tx, day: DueDay): Promise<DueItem[]> {
  const { companyId, today } = day;
  const dueOn = installments.attemptOn;
  const rows = await tx
    .select({
      customerId: plans.customerId,
      invoiceId: plans.invoiceId,
      id: plans.id,
      index: installments.index,
      occurrenceOn: installments.dueOn,
      dueOn,
      tries: installments.tries,
    })
    .from(installments)
    .innerJoin(plans, references(installments.planId, plans))
    .where(
      and(
        matching(plans, { companyId, state: 'LIVE' }),
        matching(installments, { companyId, isMissed: false }),
        // Worded exactly like the index predicate, so that the index is used.
        sql`${installments.status} in ('OPEN', 'FAILED')`,
        lte(dueOn, today),
        isOfTheirPlans(tx, day),
        hasNoOpenAttempt(tx, plans),
      ),
    )
    .orderBy(asc(dueOn), asc(plans.id), asc(installments.index));
  return rows.map(({ id, index, ...row }) => ({
    companyId,
    ...row,
    arrangement: { kind: 'installment', id, index },
  }));
}

export async function findDue(tx: Tx, day: DueDay): Promise<DueItem[]> {
  const found = await together([
    findDueCharges(tx, day, 'schedule'),
    findDueInstallments(tx, day),
    findDueCharges(tx, day, 'autoPay'),
  ]);
  return found.flat();
}

/**
 * The status is part of the condition, so that an invoice with a pending payment is not changed. A paid invoice is
 * never overdue (R42).
 */
export const isOverdue = (today: SQL) =>
  and(
    matching(invoices, { status: 'DUE' }),
    sql`${invoices.dueOn} < ${today}`,
    lt(invoices.paidCents, invoices.totalCents),
  );

export async function markOverdueInvoices(
  tx: Tx,
  { companyId, today, now }: Day & { now: Instant },
  status: InvoiceRow['status'],
): Promise<number> {
  const rows = await tx
    .update(invoices)
    .set({ status, version: sql`${invoices.version} + 1`, updatedAt: now })
    .where(and(matching(invoices, { companyId }), isOverdue(sql`${today}::date`)))
    .returning({ id: invoices.id });
  return rows.length;
}

/** Customers and invoices to which credit may be applied without a decision (R90). */
export async function listCreditedCustomers(tx: Tx, companyId: CompanyId): Promise<CustomerId[]> {
  const rows = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(and(matching(customers, { companyId }), HAS_CREDIT))
    .orderBy(asc(customers.id));
  return rows.map(({ id }) => id);
}

export function listOldestDue(
  tx: Tx,
  { companyId, customerId }: CustomerKey,
): Promise<InvoiceRow[]> {
  const status = ['DUE', 'IN_COLLECTION'] as const;
  const values = { companyId, customerId, status };
  return listRows(tx, invoices, { values, orderedBy: ['dueOn', 'id'] });
}

/**
 * R41: a reopened offer ends once it expires. An offer that is being paid or arranged remains. The day is compared
 * as text, because Citus does not support casting a column when the cast depends on settings.
 */
export const isExpiredOffer = (today: SQL) =>
  and(
    matching(invoices, { status: ['DUE', 'IN_COLLECTION', 'DEFAULTED'] }),
    sql`${invoices.negotiation} is not null and (${invoices.negotiation} ->> 'openUntil') collate "C" < ${today}::text
      and (${invoices.negotiation} ->> 'isActive')::boolean`,
  );

export async function closeExpiredOffers(
  tx: Tx,
  { companyId, today, now }: Day & { now: Instant },
): Promise<number> {
  const rows = await tx
    .update(invoices)
    .set({
      negotiation: sql`${invoices.negotiation} || '{"isActive": false}'::jsonb`,
      version: sql`${invoices.version} + 1`,
      updatedAt: now,
    })
    .where(and(matching(invoices, { companyId }), isExpiredOffer(sql`${today}`)))
    .returning({ id: invoices.id });
  return rows.length;
}
