/**
 * Column types of our value types: cents as bigint, read as a checked integer; dates as text; instants
 * as ISO text. No `Date` object leaves storage.
 */
import { type Instant, type IsoDate, instant } from '@quittance/contract/dates';
import { type Cents, cents } from '@quittance/contract/money';
import { sql } from 'drizzle-orm';
import { type AnyPgColumn, customType, foreignKey, uuid } from 'drizzle-orm/pg-core';

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
  fromDriver: (value) => instant(new Date(value).toISOString()),
});

export const bytesColumn = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export function idColumn<Id extends string>(name: string) {
  return uuid(name).$type<Id>();
}

/** `in ('A', 'B')` for check constraints. */
export function oneOf(values: readonly string[]) {
  return sql.raw(`in (${values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ')})`);
}

/** A composite foreign key: the row of `target` with this id, in the same company. */
export function referenceTo(
  target: { companyId: AnyPgColumn; id: AnyPgColumn },
  columns: [companyId: AnyPgColumn, id: AnyPgColumn],
) {
  return foreignKey({ columns, foreignColumns: [target.companyId, target.id] });
}
