/** Decodes rows that arrive as lists of values, based on the requested selection. */
import {
  Column,
  type GetColumnData,
  getTableColumns,
  is,
  type SQL,
  SQL as SqlExpression,
  Table,
} from 'drizzle-orm';

/** Columns, expressions, tables, and objects that contain them. */
export type Selection = Readonly<Record<string, unknown>>;

/**
 * The row of a selection. A nested object is null if all of its columns are null, as in a left join that found no
 * row.
 */
export type SelectedRow<Fields> = {
  -readonly [Key in keyof Fields]: Fields[Key] extends Column
    ? GetColumnData<Fields[Key]>
    : Fields[Key] extends SQL<infer Value>
      ? Value
      : SelectedRow<Fields[Key]> | null;
};

type ValueDecoder = (value: unknown) => unknown;
type Part = { key: string } & (
  | { index: number; decode: ValueDecoder }
  | { parts: readonly Part[] }
);

export type RowShape = readonly Part[];

type Decoder = { mapFromDriverValue: ValueDecoder };

function toDecoder(field: unknown): Decoder | null {
  if (is(field, Column)) return field;
  if (!is(field, SqlExpression)) return null;
  return (field as unknown as { decoder: Decoder }).decoder; // because its type hides it
}

function toParts(selection: Selection, next: () => number): Part[] {
  return Object.entries(selection).map(([key, field]) => {
    const decoder = toDecoder(field);
    if (decoder) {
      return { key, index: next(), decode: (value) => decoder.mapFromDriverValue(value) };
    }
    // Safe because a field that is neither a column nor a table is an object that contains them.
    const columns = is(field, Table) ? getTableColumns(field) : (field as Selection);
    return { key, parts: toParts(columns, next) };
  });
}

export function toShape(selection: Selection): RowShape {
  let index = -1;
  return toParts(selection, () => {
    index += 1;
    return index;
  });
}

type DecodedRow = Record<string, unknown>;

export function decodeRow(shape: RowShape, values: readonly unknown[]): DecodedRow | null {
  const row: DecodedRow = {};
  let isEmpty = true;
  for (const part of shape) {
    let value: unknown = null;
    if ('parts' in part) value = decodeRow(part.parts, values);
    else if (values[part.index] !== null) value = part.decode(values[part.index]);
    if (value !== null) isEmpty = false;
    row[part.key] = value;
  }
  return isEmpty ? null : row;
}

export function columnsSql(selection: Selection): SQL[] {
  return Object.values(selection).flatMap((field) => {
    if (toDecoder(field)) return [field as SQL]; // because only columns and expressions have a decoder
    return columnsSql(is(field, Table) ? getTableColumns(field) : (field as Selection)); // because as above
  });
}
