/** A group of rows that are measured together because they share seeded data or are compared with each other. */
import type { Bench } from '../bench.ts';
import type { MeasuredRow, Row } from './row.ts';

export type RowGroup = {
  rows: readonly Row[];
  measure(bench: Bench, selected: readonly Row[]): Promise<MeasuredRow[]>;
};

/** An empty selection means every row except those that run only on demand. */
export function isSelected({ name, isOnDemand = false }: Row, only: readonly string[]): boolean {
  return only.length === 0 ? !isOnDemand : only.some((prefix) => name.startsWith(prefix));
}
