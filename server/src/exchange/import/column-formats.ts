/** Decides the number and date format of each column from all of its cells, and asks if they leave a doubt. */

import type { ImportDecimal, ImportQuestion } from '@quittance/contract/exchange/import-schemas';
import type { RememberedReading } from '../../schema/imports.ts';
import { amountReadings } from './amount-format.ts';
import {
  DATE_ORDERS,
  dateReadings,
  formatDateOrder,
  hasShortYear,
  parseDateFormat,
} from './date-format.ts';
import {
  type Cell,
  FileRefused,
  quoted,
  type Readings,
  RowRefused,
  type WrittenRow,
} from './rows.ts';

type Seen = { line: number; text: string; readings: Readings };
type Decision = { left: readonly string[]; sample: Pick<Seen, 'text'>; doubt: Seen | null };

/** Cells that are not readable in any format decide nothing, and their rows are refused. */
function countVotes(formats: readonly string[]) {
  let left = formats;
  let sample: Decision['sample'] = { text: '' };
  const excludedBy = new Map<string, Seen>();
  /** The first cell that two formats read differently. */
  const doubts = new Map<string, Seen>();
  const pairs = () =>
    left.flatMap((one, index) => left.slice(index + 1).map((other) => [one, other] as const));
  return {
    /** Returns an earlier cell that contradicts this one. */
    add(seen: Seen): Seen | null {
      const { readings } = seen;
      const possible = formats.filter((format) => readings[format] !== undefined);
      if (possible.length === 0) return null;
      const remaining = left.filter((format) => possible.includes(format));
      if (remaining.length === 0) return excludedBy.get(possible[0] ?? '') ?? null;
      if (remaining.length < left.length) {
        for (const format of left) if (!remaining.includes(format)) excludedBy.set(format, seen);
        left = remaining;
        sample = seen;
      }
      for (const [one, other] of pairs()) {
        const key = `${one} ${other}`;
        if (readings[one] !== readings[other] && !doubts.has(key)) doubts.set(key, seen);
      }
      return null;
    },
    decide(): Decision {
      const [doubt = null] = pairs().flatMap((pair) => doubts.get(pair.join(' ')) ?? []);
      return { left, sample, doubt };
    },
  };
}

type FormatOrder = {
  dates: readonly string[];
  amounts: readonly string[];
  /** For all columns. 'auto': only by the values; left out: in doubt as remembered. */
  dateFormat: string | undefined;
  decimal: ImportDecimal | 'auto' | undefined;
  remembered: Pick<RememberedReading, 'dateFormat' | 'decimal'> | undefined;
  /** First of the hundred years in which dates with two-digit years lie. */
  yearFrom: number;
  rowsMax: number;
};

const DECIMAL_EXAMPLES = { point: '1,234.56', comma: '1.234,56' } as const;
const DECIMALS = ['point', 'comma'] as const satisfies readonly ImportDecimal[];

type ColumnKind = {
  setting: 'decimal' | 'dateFormat';
  name: string;
  formats: readonly string[];
  /** By the company, for all columns. */
  chosen: string | undefined;
  chosenLabel: string;
  /** In doubt. */
  remembered: string | undefined;
  read: (text: string) => Readings;
  /** The choice, as it is given to the setting, and as people know it. */
  choice: (format: string, text: string) => string;
  label: (choice: string) => string;
  expected: string;
};

const toFormat = (setting: string | undefined) =>
  setting === undefined || setting === 'auto' ? undefined : parseDateFormat(setting);

function toKinds({ dateFormat, decimal, remembered = {}, yearFrom }: FormatOrder) {
  const given = toFormat(dateFormat);
  const date: ColumnKind = {
    setting: 'dateFormat',
    name: 'date',
    formats: DATE_ORDERS,
    chosen: given?.order,
    chosenLabel: dateFormat ?? '',
    remembered: dateFormat === undefined ? toFormat(remembered.dateFormat)?.order : undefined,
    read: (text) =>
      given && !given.isYearShort && hasShortYear(text) ? {} : dateReadings(text, yearFrom),
    choice: formatDateOrder,
    label: (choice) => choice,
    expected: 'a date such as 2026-12-31, 31.12.2026 or 12/31/2026',
  };
  const amount: ColumnKind = {
    setting: 'decimal',
    name: 'number',
    formats: DECIMALS,
    chosen: decimal === 'auto' ? undefined : decimal,
    chosenLabel: DECIMAL_EXAMPLES[decimal === 'comma' ? decimal : 'point'],
    remembered: decimal === undefined ? remembered.decimal : undefined,
    read: amountReadings,
    choice: (format) => format,
    label: (choice) => DECIMAL_EXAMPLES[choice as ImportDecimal], // because `choice` returns formats
    expected: 'a valid amount in dollars; write 1234.56',
  };
  return { date, amount, isYearShort: given?.isYearShort ?? false };
}

function ask(kind: ColumnKind, field: string, { left, doubt }: Decision): ImportQuestion | null {
  if (!doubt) return null;
  const { line, text, readings } = doubt;
  const choices = left.map((format) => ({
    choice: kind.choice(format, text),
    value: readings[format] ?? '',
  }));
  return { setting: kind.setting, field, line, text, choices };
}

function toSentence(kind: ColumnKind, { field, line, text, choices }: ImportQuestion): string {
  const readings = choices.map(({ choice, value }) => `${value} (${kind.label(choice)})`);
  return `Line ${line}: ${field} ${quoted(text ?? '')} is ${readings.join(' or ')}, and no other value of the column shows which. Choose the ${kind.name} format.`;
}

function refuseConflict(kind: ColumnKind, field: string, seen: readonly [Seen, Seen]): never {
  const [one, other] = seen.map(({ line, text }) => `${quoted(text)} in line ${line}`);
  throw new FileRefused(
    kind.setting,
    `Column ${field} has two ${kind.name} formats: ${one} and ${other}. Correct the file, or choose the format; rows with another one are then refused.`,
  );
}

type ColumnFormats = {
  /** Formats by field, as far as the cells have one. */
  found: Readonly<Record<string, string>>;
  hasShortYears: boolean;
  /** @throws RowRefused */
  read(name: string, cell: Cell): string;
};

type ColumnReader = (name: string, cell: Cell) => string;

function columnReader(kind: ColumnKind, format: string | undefined): ColumnReader {
  return (name, cell) => {
    if (typeof cell === 'number' && kind.setting === 'decimal') return String(cell);
    const text = String(cell);
    const readings = kind.read(text);
    const value = readings[kind.chosen ?? format ?? kind.formats[0] ?? ''];
    if (value !== undefined) return value;
    const isDate = kind.setting === 'dateFormat';
    const isOther = kind.chosen !== undefined && (isDate || Object.keys(readings).length > 0);
    const reason = isOther
      ? `in the format ${kind.chosenLabel}; choose the ${kind.name} format`
      : kind.expected;
    throw new RowRefused(`${name}: ${quoted(text)} is not ${reason}`);
  };
}

/**
 * Reads the file once, if a format is not chosen. Yields now and then, so that the reader is known to be alive.
 *
 * @throws FileRefused if a column has two formats, or cells that can be read in two ways
 */
export async function* findFormats(
  rows: AsyncIterable<WrittenRow | { line: number }>,
  order: FormatOrder,
): AsyncGenerator<number, ColumnFormats> {
  const { date, amount, isYearShort } = toKinds(order);
  const columns = [
    ...order.dates.map((field) => ({ field, kind: date })),
    ...order.amounts.map((field) => ({ field, kind: amount })),
  ].map((column) => ({ ...column, votes: countVotes(column.kind.formats) }));
  const open = columns.filter(({ kind }) => kind.chosen === undefined);
  let count = 0;
  let hasShortYears = isYearShort;
  for await (const row of open.length > 0 ? rows : []) {
    count += 1;
    if (count > order.rowsMax) break;
    if (count % ROWS_BETWEEN === 0) yield count;
    if (!('fields' in row)) continue;
    for (const { field, kind, votes } of open) {
      const cell = row.fields[field];
      if (cell === undefined || (typeof cell === 'number' && kind === amount)) continue;
      const text = String(cell);
      const seen = { line: row.line, text, readings: kind.read(text) };
      const other = votes.add(seen);
      if (other) refuseConflict(kind, field, [other, seen]);
      hasShortYears ||= kind === date && hasShortYear(text);
    }
  }
  const readers = new Map<string, ColumnReader>();
  const found: Record<string, string> = {};
  for (const { field, kind, votes } of columns) {
    const decision = votes.decide();
    const { left, doubt } = decision;
    const known = left.find((format) => format === kind.remembered);
    const question = known === undefined ? ask(kind, field, decision) : null;
    if (question) throw new FileRefused(kind.setting, toSentence(kind, question), { question });
    const decided = left.length < kind.formats.length ? left[0] : undefined;
    const format = doubt ? known : decided;
    readers.set(field, columnReader(kind, format));
    if (format !== undefined) found[field] = kind.choice(format, (doubt ?? decision.sample).text);
  }
  return {
    found,
    hasShortYears,
    read: (name, cell) => readers.get(name)?.(name, cell) ?? String(cell),
  };
}

const ROWS_BETWEEN = 20_000;
