/** Reads the dates of a file, all in one format, which is chosen or found. */
import type { RowFile } from './read-rows.ts';
import { FileRefused, quoted, RowRefused } from './rows.ts';

const PARTS: Readonly<Record<string, string>> = {
  YYYY: '(?<year>\\d{4})',
  MM: '(?<month>\\d{1,2})',
  DD: '(?<day>\\d{1,2})',
};
/** Read in any file, because it has one meaning. Date cells of Excel have this form. */
const IS_USUAL = /^\d{4}-\d{2}-\d{2}$/;

const YEAR_FIRST = /^\d{4}([-./])\d{1,2}\1\d{1,2}$/;
const YEAR_LAST = /^(\d{1,2})([-./])(\d{1,2})\2\d{4}$/;
const MONTHS = 12;

/** In a file that begins with usual dates, others are found among the first rows, such as text between date cells. */
const MIXED_ROWS_MAX = 1000;
/** Dates that are ambiguous for so long are rarely decided by the next one. */
const ROWS_MAX = 20_000;

type AmbiguousDate = { line: number; text: string; separator: string };

function toSentence({ line, text, separator }: AmbiguousDate): string {
  const formats = ['DD/MM/YYYY', 'MM/DD/YYYY'].map((one) => one.replaceAll('/', separator));
  return `could be ${formats.join(' or ')}: line ${line} has ${text}, and no other date shows which number is the day. Choose one.`;
}

/**
 * A date with the year at the end decides if one of its numbers cannot be a month. Returns null if there is no date
 * to be read.
 *
 * @throws FileRefused if the dates could be read in two ways
 */
export async function findDateFormat(
  { rows, columns }: Pick<RowFile, 'rows' | 'columns'>,
  dates: readonly string[],
): Promise<string | null> {
  if (dates.length === 0) return null;
  let yearFirst: string | null = null;
  let ambiguous: AmbiguousDate | null = null;
  let count = 0;
  for await (const row of rows()) {
    count += 1;
    if (count > (yearFirst !== null && !ambiguous ? MIXED_ROWS_MAX : ROWS_MAX)) break;
    for (const name of 'fields' in row ? dates : []) {
      const text = ('fields' in row && row.fields[name]) || '';
      const [, between] = YEAR_FIRST.exec(text) ?? [];
      if (between !== undefined) yearFirst ??= `YYYY${between}MM${between}DD`;
      const [, first, separator = '', second] = YEAR_LAST.exec(text) ?? [];
      if (first === undefined) continue;
      if (Number(first) > MONTHS) return ['DD', 'MM', 'YYYY'].join(separator);
      if (Number(second) > MONTHS) return ['MM', 'DD', 'YYYY'].join(separator);
      ambiguous ??= { line: row.line, text, separator };
    }
  }
  if (ambiguous) throw new FileRefused('dateFormat', toSentence(ambiguous), columns());
  return yearFirst;
}

function formatPattern(format: string): RegExp {
  const isComplete = Object.keys(PARTS).every((part) => format.split(part).length === 2);
  if (!isComplete) {
    throw new FileRefused('dateFormat', `needs YYYY, MM and DD once each: ${format}`);
  }
  const escaped = format.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/YYYY|MM|DD/g, (part) => PARTS[part] ?? part)}$`);
}

/**
 * Returns a reader of dates such as '2026-12-01', which the row's schema compares with the calendar. It throws
 * RowRefused.
 *
 * @throws FileRefused
 */
export function dateReader(format: string | null): (name: string, text: string) => string {
  const pattern = format === null ? null : formatPattern(format);
  const expected =
    format === null
      ? 'is not a date such as 2026-12-31, 31.12.2026 or 12/31/2026'
      : `does not have the format ${format}; choose the date format`;
  return (name, text) => {
    if (IS_USUAL.test(text)) return text;
    const { year, month, day } = pattern?.exec(text)?.groups ?? {};
    if (!year || !month || !day || Number(month) > MONTHS) {
      throw new RowRefused(`${name}: ${quoted(text)} ${expected}`);
    }
    return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  };
}
