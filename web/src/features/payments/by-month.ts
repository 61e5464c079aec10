/** Groups payments by month in the company's time zone (R8), preserving their order. */
import { dateIn, type Instant } from '@quittance/contract/dates';
import { formatMonth } from '@quittance/contract/format';

export type Month<Row> = { name: string; rows: Row[] };

export function byMonth<Row extends { createdAt: Instant }>(
  rows: readonly Row[],
  timeZone: string,
): Month<Row>[] {
  const months: Month<Row>[] = [];
  for (const row of rows) {
    const name = formatMonth(dateIn(timeZone, row.createdAt));
    const last = months.at(-1);
    if (last?.name === name) last.rows.push(row);
    else months.push({ name, rows: [row] });
  }
  return months;
}
