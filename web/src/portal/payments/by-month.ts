/** Groups payments by month in the company's time zone (R8), preserving their order. */
import type { Instant } from '@quittance/contract/dates';
import { dateIn, type Zone } from '@quittance/contract/local-time';
import { formatMonth } from '../../shared/lib/format.ts';

export type Month<Row> = { name: string; rows: Row[] };

export function byMonth<Row extends { createdAt: Instant }>(
  rows: readonly Row[],
  zone: Zone,
): Month<Row>[] {
  const months: Month<Row>[] = [];
  for (const row of rows) {
    const name = formatMonth(dateIn(zone, row.createdAt));
    const last = months.at(-1);
    if (last?.name === name) last.rows.push(row);
    else months.push({ name, rows: [row] });
  }
  return months;
}
