/** Converts plain fields between their provider API names and table columns. */
import type { Field, FieldList, OutputSchema } from '@quittance/contract/fields';
import type { z } from 'zod';

type Value<F extends Field> = z.output<OutputSchema<F>>;
type ColumnName<F extends Field, Name> = F extends { column: infer Column } ? Column : Name;
type Column<Fields extends FieldList, Name extends keyof Fields> = ColumnName<Fields[Name], Name> &
  string;

/** Undefined where the use case has a default. */
type NewValue<F extends Field> = F extends { isNullable: true } | { create: 'required' }
  ? Value<F>
  : Value<F> | undefined;

export type NewColumns<Fields extends FieldList> = {
  [Name in keyof Fields as Column<Fields, Name>]: NewValue<Fields[Name]>;
};
export type Columns<Fields extends FieldList> = {
  [Name in keyof Fields as Column<Fields, Name>]: Value<Fields[Name]>;
};
type Values<Fields extends FieldList> = { [Name in keyof Fields]: Value<Fields[Name]> };

export type ChangedColumns<Fields extends FieldList> = {
  [Name in keyof Fields as Fields[Name]['change'] extends 'always'
    ? Column<Fields, Name>
    : never]?: Value<Fields[Name]>;
};

type GivenFields<Fields extends FieldList> = { readonly [Name in keyof Fields]?: unknown };

export const columnName = (name: string, { column = name }: Field) => column;

type ListedField = { name: string; column: string; field: Field };

const listed = new WeakMap<FieldList, readonly ListedField[]>();

/** Listed once, because an import converts each of its rows. */
function listFields(fields: FieldList): readonly ListedField[] {
  const known = listed.get(fields);
  if (known) return known;
  const found = Object.entries(fields).map(([name, field]) => {
    const column = columnName(name, field);
    return { name, column, field };
  });
  listed.set(fields, found);
  return found;
}

export function toNewColumns<Fields extends FieldList>(fields: Fields, given: GivenFields<Fields>) {
  const columns: Record<string, unknown> = {};
  for (const { name, column, field } of listFields(fields)) {
    columns[column] = given[name] ?? (field.isNullable ? null : undefined);
  }
  // Safe because the values were parsed with the schemas of their fields.
  return columns as NewColumns<Fields>;
}

/** Returns only the given values, of fields that may change at any time. */
export function toChangedColumns<Fields extends FieldList>(
  fields: Fields,
  change: GivenFields<Fields>,
) {
  const columns = Object.entries(fields).flatMap(([name, field]) =>
    field.change === 'always' && change[name] !== undefined
      ? [[columnName(name, field), change[name]]]
      : [],
  );
  // Safe because the values were parsed with the schemas of their fields.
  return Object.fromEntries(columns) as ChangedColumns<Fields>;
}

export function pickColumns<Fields extends FieldList>(fields: Fields, row: Columns<Fields>) {
  const columns: Readonly<Record<string, unknown>> = row;
  const names = Object.entries(fields).map(([name, field]) => columnName(name, field));
  // Safe because each name is one of the columns.
  return Object.fromEntries(names.map((name) => [name, columns[name]])) as Columns<Fields>;
}

export function toFieldValues<Fields extends FieldList>(fields: Fields, row: Columns<Fields>) {
  const columns: Readonly<Record<string, unknown>> = row;
  const values: Record<string, unknown> = {};
  for (const { name, column } of listFields(fields)) values[name] = columns[column];
  // Safe because each column holds the values of its field.
  return values as Values<Fields>;
}

/** Returns the change that makes a row match the given values. An omitted optional value is cleared. */
export function differencesFrom<Fields extends FieldList>(
  fields: Fields,
  row: Columns<Fields>,
  given: GivenFields<Fields>,
): Partial<Values<Fields>> {
  const stored: Readonly<Record<string, unknown>> = toFieldValues(fields, row);
  const changes = Object.entries(fields).flatMap(([name, { change }]) => {
    const value = given[name] ?? null;
    return change === 'no' || value === stored[name] ? [] : [[name, value]];
  });
  // Safe because the values were parsed with the schemas of their fields.
  return Object.fromEntries(changes) as Partial<Values<Fields>>;
}
