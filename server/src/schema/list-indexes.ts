/** Indexes of the lists that a company's staff sort, filter and work through (ADR 0101). */
import { sql } from 'drizzle-orm';
import { type ExtraConfigColumn, index, uniqueIndex } from 'drizzle-orm/pg-core';
import { centsColumn } from './columns.ts';

/** Must match the conditions of the indexes. */
export const IS_UNSEEN_ORPHAN = sql`is_orphan and acknowledged_at is null`;
/** An acknowledgment of the charge before its return does not cover the return. */
export const IS_UNSEEN_RETURN = sql`state = 'RETURNED' and processor <> 'manual'
  and (acknowledged_at is null or acknowledged_at < settled_at)`;

/** A later warning is not covered by an earlier acknowledgment. */
export const IS_UNSEEN_WARNING = sql`warned_at is not null
  and (acknowledged_at is null or acknowledged_at < warned_at)`;

/** Money that a processor holds for the company, disputed or not. Cash is in 'clearing:manual'. */
const isCash = (account: 'source' | 'destination') =>
  `left(${account}, 9) in ('clearing:', 'disputed:')`;

/** A posting's effect on the company's money and fees, for the daily sums (R77). */
export const CASH_AND_FEE = {
  cashCents: centsColumn('cash_cents')
    .generatedAlwaysAs(
      sql.raw(`case when ${isCash('destination')} = (${isCash('source')}) then 0
        when ${isCash('destination')} then amount_cents else -amount_cents end`),
    )
    .notNull(),
  feePartCents: centsColumn('fee_part_cents')
    .generatedAlwaysAs(
      sql.raw(`case 'fee_income' when source then amount_cents
        when destination then -amount_cents else 0 end`),
    )
    .notNull(),
};

type Columns<Name extends string> = Record<Name, ExtraConfigColumn>;

export const lastChangeIndex = (
  name: string,
  table: Columns<'companyId' | 'id' | 'createdAt' | 'updatedAt'>,
) =>
  index(name).on(
    table.companyId,
    sql`(case when ${table.updatedAt} is null then ${table.createdAt} else ${table.updatedAt} end)`,
    table.id,
  );

type InvoiceColumn =
  | 'companyId'
  | 'id'
  | 'status'
  | 'dueOn'
  | 'openedOn'
  | 'totalCents'
  | 'balanceCents'
  | 'accountRefKey'
  | 'createdAt'
  | 'updatedAt';

export const invoiceListIndexes = (table: Columns<InvoiceColumn>) => [
  index('invoices_by_due_date').on(table.companyId, table.dueOn, table.id),
  lastChangeIndex('invoices_by_last_change', table),
  index('invoices_by_owed').on(table.companyId, table.balanceCents, table.id),
  index('invoices_by_ref').on(table.companyId, sql`${table.accountRefKey} collate "C"`, table.id),
  /** Also used for the sums owed by age, without reading the table. */
  index('invoices_by_status_and_due_date').on(
    table.companyId,
    table.status,
    table.dueOn,
    table.id,
    table.balanceCents,
  ),
  index('invoices_by_status_and_owed').on(
    table.companyId,
    table.status,
    table.balanceCents,
    table.id,
  ),
  /** For the sum billed in a period, without reading the table. */
  index('invoices_by_opening')
    .on(table.companyId, table.openedOn, table.totalCents)
    .where(sql`${table.status} <> 'DRAFT'`),
];

type AttemptColumn =
  | 'companyId'
  | 'customerId'
  | 'id'
  | 'amountCents'
  | 'method'
  | 'methodLast4'
  | 'createdAt'
  | 'reference'
  | 'settledAt'
  | 'state'
  | 'updatedAt'
  | 'warnedAt';

export const attemptListIndexes = (table: Columns<AttemptColumn>) => [
  /** A check that bounced may be recorded again. Customers may have the same numbers, a company's notes not (R102). */
  uniqueIndex('manual_reference_is_used_once')
    .on(
      table.companyId,
      table.method,
      sql`lower(${table.reference})`,
      sql`(case when ${table.method} = 'CREDIT_NOTE' then ${table.companyId} else ${table.customerId} end)`,
    )
    .where(sql`${table.reference} is not null and ${table.state} <> 'RETURNED'`),
  lastChangeIndex('attempts_by_last_change', table),
  index('attempts_by_amount').on(table.companyId, table.amountCents, table.id),
  index('attempts_by_last4')
    .on(table.companyId, table.methodLast4, table.createdAt)
    .where(sql`${table.methodLast4} is not null`),
  /** Also used to count the outcomes of a period, without reading the table. */
  index('attempts_by_method').on(
    table.companyId,
    table.method,
    table.createdAt,
    table.id,
    table.state,
  ),
  index('orphans_to_see').on(table.companyId, table.createdAt, table.id).where(IS_UNSEEN_ORPHAN),
  index('returns_to_see').on(table.companyId, table.settledAt, table.id).where(IS_UNSEEN_RETURN),
  index('warnings_to_see').on(table.companyId, table.warnedAt, table.id).where(IS_UNSEEN_WARNING),
];
