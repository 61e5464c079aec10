/** Parses the dates of a file in one format, specified once for the whole file. */
import { FileRefused } from './rows.ts';

/**
 * Returns a date such as '2026-12-01'. Text that does not match the format is returned unchanged, and the row's
 * schema refuses it.
 */
export type DateReader = (text: string) => string;

const PARTS: Readonly<Record<string, string>> = {
  YYYY: '(?<year>\\d{4})',
  MM: '(?<month>\\d{1,2})',
  DD: '(?<day>\\d{1,2})',
};
const USUAL = 'YYYY-MM-DD';
const IS_USUAL = /^\d{4}-\d{2}-\d{2}$/;

/** @throws FileRefused */
export function dateReader(format: string): DateReader {
  const isComplete = Object.keys(PARTS).every((part) => format.split(part).length === 2);
  if (!isComplete) {
    throw new FileRefused('dateFormat', `needs YYYY, MM and DD once each: ${format}`);
  }
  const escaped = format.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  const pattern = new RegExp(`^${escaped.replace(/YYYY|MM|DD/g, (part) => PARTS[part] ?? part)}$`);
  return (text) => {
    if (format === USUAL && IS_USUAL.test(text)) return text;
    const { year, month, day } = pattern.exec(text)?.groups ?? {};
    if (!year || !month || !day) return text;
    return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  };
}
