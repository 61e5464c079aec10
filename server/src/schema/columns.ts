/**
 * Column types for our value types: cents as bigint, read as a checked integer; dates as text; instants as ISO
 * text. `Date` objects are never returned.
 */
import { type Instant, type IsoDate, toInstant } from '@quittance/contract/dates';
import type { CustomerId } from '@quittance/contract/ids';
import { type Cents, cents } from '@quittance/contract/money';
import { sql } from 'drizzle-orm';
import { type AnyPgColumn, bigint, customType, foreignKey, text, uuid } from 'drizzle-orm/pg-core';

/** The owner of the row's lease. Each queue defines the column with the expiry (ADR 0107). */
export const leaseColumn = () => uuid('leased_by');

export const centsColumn = customType<{ data: Cents; driverData: string | number }>({
  dataType: () => 'bigint',
  fromDriver: (value) => cents(Number(value)),
});

export const isoDateColumn = customType<{ data: IsoDate; driverData: string }>({
  dataType: () => 'date',
});

/** Postgres returns '2026-11-15 03:19:29.1+00' in a UTC session. */
export const instantColumn = customType<{ data: Instant; driverData: string }>({
  dataType: () => 'timestamp with time zone',
  fromDriver: (value) => toInstant(new Date(value)),
});

/** Compared byte by byte, so that an index supports prefix searches. */
export const plainTextColumn = customType<{ data: string; driverData: string }>({
  dataType: () => 'text collate "C"',
});

export const bytesColumn = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export function idColumn<Id extends string>(name: string) {
  return uuid(name).$type<Id>();
}

/**
 * A reference in lowercase, for case-insensitive comparison (R53). It is a column instead of an index on
 * `lower(...)`, because row-level security keeps functions that are not leakproof out of index conditions.
 */
export function refKeyColumn(name: `${string}_ref_key`) {
  const reference = sql.raw(`lower(${name.replace(/_key$/, '')})`);
  return text(name).generatedAlwaysAs(reference).notNull();
}

/**
 * Numbers in insertion order, from the sequence of the table. Not an identity column, because a distributed table
 * cannot have one (ADR 0084).
 */
export function sequenceColumn(name: string, sequence: `${string}_seq`) {
  return bigint(name, { mode: 'number' })
    .notNull()
    .default(sql.raw(`nextval('${sequence}')`));
}

/**
 * The name of a processor. Not a list, so that a new processor needs no migration: the list is `PROCESSORS`, which
 * types and schemas use.
 */
export const PROCESSOR_NAME = '[a-z][a-z0-9]{1,30}';

export const isProcessorName = sql.raw(`~ '^${PROCESSOR_NAME}$'`);

export function oneOf(values: readonly string[]) {
  return sql.raw(`in (${values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ')})`);
}

/**
 * The customer of the parent row. Policies compare this column, because policies of a distributed table cannot read
 * another table.
 */
export function ownerColumn() {
  return idColumn<CustomerId>('customer_id').notNull();
}

export function referenceTo(
  target: { companyId: AnyPgColumn; id: AnyPgColumn },
  columns: [companyId: AnyPgColumn, id: AnyPgColumn],
) {
  return foreignKey({ columns, foreignColumns: [target.companyId, target.id] });
}
