/**
 * Keys and the conditions built from them. Every table except `companies` is keyed by company first, so a condition
 * on a row or a join always includes the company.
 */
import type { MemberId } from '@quittance/contract/identity/staff';
import type {
  CompanyId,
  CustomerId,
  InvoiceId,
  MethodId,
  OrderId,
  RequestId,
} from '@quittance/contract/ids';
import { invariant } from '@quittance/domain/invariant';
import { and, type Column, eq, getTableColumns, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { oneOf } from '../../schema/columns.ts';

export type CustomerKey = { companyId: CompanyId; customerId: CustomerId };
export type InvoiceKey = { companyId: CompanyId; invoiceId: InvoiceId };
export type RequestKey = { companyId: CompanyId; requestId: RequestId };
export type OrderKey = { companyId: CompanyId; orderId: OrderId };
export type MethodKey = { companyId: CompanyId; methodId: MethodId };

export type Row<Table extends PgTable> = Table['$inferSelect'];

/** For each column: a value, a list of values of which one must match, or a column of another table. */
export type Values<Table extends PgTable> = {
  readonly [Name in keyof Row<Table>]?: Row<Table>[Name] | readonly Row<Table>[Name][] | Column;
};

export function toColumn(table: PgTable, name: string): Column {
  const column: Column | undefined = getTableColumns(table)[name];
  invariant(column, `the table has a column ${name}`);
  return column;
}

const STATES: readonly string[] = ['state', 'status'];

/**
 * Row states are part of the statement text. As parameters, they would prevent a cached plan from using partial
 * indexes such as the one on open attempts.
 */
export const isState = (column: string) => STATES.includes(column);

function isEqual(column: Column, value: unknown): SQL {
  // A missing value must not widen the condition to the rows of other companies.
  invariant(value !== undefined, `a condition on ${column.name} has a value`);
  if (value === null) return isNull(column);
  if (isState(column.name)) return sql`${column} ${oneOf([value].flat().map(String))}`;
  return Array.isArray(value) ? inArray(column, value) : eq(column, value);
}

/**
 * Requires all named columns to match: `matching(plans, { companyId, invoiceId, state: ['LIVE', 'SUSPENDED'] })`.
 */
export function matching<Table extends PgTable>(table: Table, values: Values<Table>) {
  return and(
    ...Object.entries(values).map(([name, value]) => isEqual(toColumn(table, name), value)),
  );
}

/** Matches the reference of a `refKeyColumn`, ignoring case (R53). */
export function hasReference(keyColumn: Column, reference: string): SQL {
  return sql`${keyColumn} = lower(${reference})`;
}

/**
 * Matches the row of `target` that a column references, within the same company. As a join condition, it works in
 * both directions: `references(requests.invoiceId, invoices)`.
 */
export function references(column: Column, target: PgTable) {
  return and(
    eq(toColumn(target, 'companyId'), toColumn(column.table as PgTable, 'companyId')), // because all our tables are Postgres tables
    eq(toColumn(target, 'id'), column),
  );
}

export function isAnyId(id: Column, ids: readonly unknown[]): SQL {
  return sql`${id} = any(${sql.param([...ids])}::${sql.raw(id.getSQLType())}[])`;
}

/** Keeps the order in which the companies first appear. */
export function byCompany<Id>(
  found: readonly { companyId: CompanyId; id: Id }[],
): Map<CompanyId, Id[]> {
  const ids = new Map<CompanyId, Id[]>();
  for (const { companyId, id } of found) ids.set(companyId, [...(ids.get(companyId) ?? []), id]);
  return ids;
}

export type MemberKey = { companyId: CompanyId; memberId: MemberId };

export type OwnMethod = CustomerKey & MethodKey;
