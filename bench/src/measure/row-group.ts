/** Rows that are measured together: they share seeded data, or are compared with each other. */
import type { Bench } from '../bench.ts';
import type { MeasuredRow, Row } from './row.ts';

export type RowGroup = {
  rows: readonly Row[];
  /** Measures the selected ones of its rows. */
  measure(bench: Bench, selected: readonly Row[]): Promise<MeasuredRow[]>;
};

/** A selection of nothing means everything. */
export function isSelected({ name }: Row, only: readonly string[]): boolean {
  return only.length === 0 || only.some((prefix) => name.startsWith(prefix));
}
