/**
 * Related rows as columns of the row they belong to, so that one statement reads both and looks for them only where
 * there are any. They travel as JSON lists of values, without names, and are decoded by the columns' own types.
 */
import { type SQL, sql } from 'drizzle-orm';
import { columnsOf, decodeRow, type Selected, type Selection, shapeOf } from './row-decoder.ts';

function jsonList(selection: Selection): SQL {
  return sql`json_build_array(${sql.join(columnsOf(selection), sql`, `)})`;
}

function decoderOf<Fields extends Selection>(selection: Fields) {
  const shape = shapeOf(selection);
  // because the shape is that of the selection
  return (values: unknown[]) => decodeRow(shape, values) as Selected<Fields>;
}

/** The row that `source` (from, where, order by) finds; null when it finds none, and not looked for unless `isAny`. */
export function jsonRow<Fields extends Selection>(
  selection: Fields,
  source: SQL,
  isAny = sql`true`,
): SQL<Selected<Fields> | null> {
  const query = sql`case when ${isAny} then (select ${jsonList(selection)} ${source} limit 1) end`;
  return query.mapWith(decoderOf(selection)) as SQL<Selected<Fields> | null>; // because there may be no row
}

/** An aggregate of all rows in this order, and how to decode it; null when there are none. */
export function jsonRows<Fields extends Selection>(selection: Fields, order: SQL) {
  const decode = decoderOf(selection);
  return {
    aggregate: sql`json_agg(${jsonList(selection)} order by ${order})`,
    decode: (rows: unknown[][]) => rows.map(decode),
  };
}
