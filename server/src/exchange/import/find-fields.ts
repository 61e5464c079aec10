/** Finds the field of each column: by the company's mapping, by name, by another known name, and by content. */
import { createHash } from 'node:crypto';
import type { ImportColumns } from '@quittance/contract/exchange/import-columns';
import { amountReadings } from './amount-format.ts';
import type { FileColumn } from './rows.ts';

/** Null for a column to ignore. */
export type ColumnMap = ReadonlyMap<string, string | null>;

export type NamedColumns = ImportColumns & { map: ColumnMap };

/** Names of columns that a report shows. */
export const COLUMNS_SHOWN_MAX = 100;

/** Files with the same columns are from the same program. */
export function toSource(columns: readonly string[]): string {
  const names = columns.filter((name) => name !== '').slice(0, COLUMNS_SHOWN_MAX);
  return createHash('sha256').update(JSON.stringify(names)).digest('base64url');
}

/** Columns with the lower rank are preferred if several stand for the same field. */
export type FoundField = { field: string | null; rank: number };

const NO_FIELD: FoundField = { field: null, rank: 0 };

/** 'Account Ref', 'account_ref' and 'accountRef' are the same column, and so are 'Teléfono' and 'TELEFONO'. */
const plain = (name: string) =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

export function fieldFinder({ names, aliases, map }: NamedColumns) {
  const known = names.flatMap((field) =>
    [field, ...(aliases[field] ?? [])].map((name, rank) => [plain(name), { field, rank }] as const),
  );
  // A field's own name comes after the aliases, because the last entry of a name counts.
  const byName = new Map(known.sort(([, one], [, other]) => other.rank - one.rank));
  return (column: string): FoundField => {
    const mapped = map.get(column);
    if (mapped !== undefined) return { field: mapped, rank: -1 };
    return byName.get(plain(column)) ?? NO_FIELD;
  };
}

/** The preferred column of each field has it, the first one among equals. The others are ignored. */
export function resolveFields(found: readonly FoundField[]): (string | null)[] {
  const best = new Map<string, number>();
  for (const [index, { field, rank }] of found.entries()) {
    if (field === null) continue;
    const taken = found[best.get(field) ?? -1];
    if (!taken || rank < taken.rank) best.set(field, index);
  }
  return found.map(({ field }, index) =>
    field !== null && best.get(field) === index ? field : null,
  );
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const PHONE = /^\+\d{7,15}$/;
const DATE = /^(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{4})$/;
/** Whole numbers are as often numbers of records. */
const FRACTION = /[.,]\d{2}\D*$/;

type Content = { fields: readonly string[]; isLike: (value: string) => boolean };

function toContents({ names, dates, amounts, required }: NamedColumns): Content[] {
  const known = (field: string) => (names.includes(field) ? [field] : []);
  const pickRequired = (fields: readonly string[]) =>
    [fields.find((field) => required.includes(field)) ?? fields[0] ?? ''].flatMap(known);
  return [
    { fields: known('email'), isLike: (value) => EMAIL.test(value) },
    { fields: known('phone'), isLike: (value) => PHONE.test(value) },
    { fields: pickRequired(dates), isLike: (value) => DATE.test(value) },
    {
      fields: pickRequired(amounts.filter((field) => field !== 'quantity')),
      isLike: (value) => FRACTION.test(value) && Object.keys(amountReadings(value)).length > 0,
    },
  ];
}

/**
 * Suggests fields that no column has, each for the only column whose first values look like it. A suggestion is not
 * used until someone chooses it.
 */
export function suggestFields(
  columns: readonly FileColumn[],
  rows: readonly (readonly string[])[],
  named: NamedColumns,
): FileColumn[] {
  const taken = new Set(columns.map(({ field }) => field));
  const suggested = new Map<number, string>();
  for (const { fields, isLike } of toContents(named)) {
    const [field] = fields;
    if (field === undefined || taken.has(field)) continue;
    const like = columns.flatMap((column, index) => {
      const values = rows.map((row) => row[index]?.trim() ?? '').filter((value) => value !== '');
      const isFree = column.field === null && !named.map.has(column.name) && !suggested.has(index);
      return isFree && values.length > 0 && values.every(isLike) ? [index] : [];
    });
    const [only] = like;
    if (only !== undefined && like.length === 1) suggested.set(only, field);
  }
  return columns.map((column, index) => {
    const field = suggested.get(index);
    return field === undefined ? column : { ...column, suggestedField: field };
  });
}
