/** Dates of a file, in the format that is named once for all of them. */
import { FileRefused } from './rows.ts';

/** Returns '2026-12-01', or the text itself where it is not in the format: then the row's schema refuses it. */
export type DateReader = (text: string) => string;

const PARTS: Readonly<Record<string, string>> = {
  YYYY: '(?<year>\\d{4})',
  MM: '(?<month>\\d{1,2})',
  DD: '(?<day>\\d{1,2})',
};
/** Of the contract. */
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
