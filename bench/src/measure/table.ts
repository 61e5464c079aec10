/** Formats the results table for the terminal: one line per row, plus one for each additional bound. */
import { computeRatio, type MeasuredRow, toVerdicts, type Verdict } from './row.ts';

const HEADS = ['row', 'ours', 'bare', 'ratio', 'p50', 'p99', 'bound', 'value', 'met'];
const LEFT_ALIGNED = new Set([0, 6, 8]);
const NOTHING = '–';

export function formatNumber(value: number | null): string {
  if (value === null) return NOTHING;
  if (Math.abs(value) >= 100) return String(Math.round(value));
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}

function withUnit(value: number | null, unit: string): string {
  return value === null ? NOTHING : `${formatNumber(value)} ${unit}`;
}

function formatVerdict({ isMet }: Verdict): string {
  if (isMet === null) return NOTHING;
  return isMet ? 'yes' : 'no';
}

function toLines(measuredRow: MeasuredRow, all: readonly MeasuredRow[]): string[][] {
  const { row, measurement } = measuredRow;
  const { unit, ours, bare, p50Ms, p99Ms, errors } = measurement;
  const figures = [
    errors > 0 ? `${row.name} (${errors} errors)` : row.name,
    withUnit(ours, unit),
    withUnit(bare, unit),
    formatNumber(computeRatio(measurement)),
    withUnit(p50Ms, 'ms'),
    withUnit(p99Ms, 'ms'),
  ];
  const verdicts = toVerdicts(measuredRow, all);
  if (verdicts.length === 0) return [[...figures, '', '', '']];
  return verdicts.map((verdict, index) => [
    ...(index === 0 ? figures : figures.map(() => '')),
    verdict.bound,
    formatNumber(verdict.value),
    formatVerdict(verdict),
  ]);
}

export function formatTable(rows: readonly MeasuredRow[]): string {
  const lines = [HEADS, ...rows.flatMap((row) => toLines(row, rows))];
  const widths = HEADS.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  const pad = (cell: string, column: number) => {
    const width = widths[column] ?? 0;
    return LEFT_ALIGNED.has(column) ? cell.padEnd(width) : cell.padStart(width);
  };
  return lines.map((line) => line.map(pad).join('  ').trimEnd()).join('\n');
}
