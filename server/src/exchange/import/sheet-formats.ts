/** Renders a number cell of Excel as its format shows it, if the format changes its meaning. */
import type { Cell } from './rows.ts';

/** Built-in formats with a meaning of their own. Others are plain numbers, or written into the file. */
const PERCENTS = [9, 10];
const DATES = [
  [14, 17],
  [22, 22],
  [27, 36],
  [50, 58],
] as const;

const SECONDS_PER_DAY = 86_400;
const SECOND_MS = 1000;
const ISO_DATE_LENGTH = 10;
/** Day 0 of Excel, and of its calendar for old Macs. */
const EPOCH = { usual: Date.UTC(1899, 11, 30), mac: Date.UTC(1904, 0, 1) };
/** A computed amount such as 0.1 + 0.2 is stored with 17 digits. */
const MILLION = 1_000_000;
const PERCENT = 100;

type NumberFormat =
  | { kind: 'date' }
  | { kind: 'number'; before: string; after: string; digits: number; factor: number };

const DATE: NumberFormat = { kind: 'date' };
const PLAIN: NumberFormat = { kind: 'number', before: '', after: '', digits: 0, factor: 1 };

/** [$€-407] shows €. */
const CURRENCIES = /\[\$([^\]-]*)(?:-([^\]]*))?\]/g;
/** Shown as they are. */
const LITERALS = /"([^"]*)"|\\(.)/g;
/** Each literal is replaced by a private character, because its letters do not stand for dates or digits. */
const PRIVATE = 0xe000;
const PRIVATE_CHARACTERS = /[\ue000-\uefff]/g;
/** A dollar sign of another country is shown with its country. */
const AMERICAN = /^(?:0*409|0*540A|en-US|es-US)?$/i;
/** Colors and conditions, the width of a character, and a character that fills the cell. */
const LAYOUT = /\[[^\]]*\]|_.|\*./g;
const DATE_LETTERS = /[dy]|m{3}/i;
const DIGITS = /[#0?](?:[#0?.,]*[#0?])?/;
const DOLLARS = /^(?:\$|USD|[-+() ])*$/i;
const PADDED = /^0{2,}$/;

function parseFormat(code: string): NumberFormat {
  const literals: string[] = [];
  const [first = ''] = code
    .replace(CURRENCIES, (_, symbol: string, country = '') =>
      symbol === '$' && !AMERICAN.test(country) ? `"$ (${country}) "` : `"${symbol}"`,
    )
    .replace(LITERALS, (_, text?: string, one = '') => {
      literals.push(text ?? one);
      return String.fromCharCode(PRIVATE + literals.length - 1);
    })
    .split(';');
  const shown = first.replace(LAYOUT, '');
  if (DATE_LETTERS.test(shown)) return DATE;
  const digits = DIGITS.exec(shown);
  if (!digits) return PLAIN;
  const toText = (part: string) =>
    part.replace(PRIVATE_CHARACTERS, (one) => literals[one.charCodeAt(0) - PRIVATE] ?? '');
  const before = toText(shown.slice(0, digits.index));
  const after = toText(shown.slice(digits.index + digits[0].length));
  return {
    kind: 'number',
    before: DOLLARS.test(before) ? '' : before,
    after: DOLLARS.test(after) ? '' : after,
    digits: PADDED.test(digits[0]) ? digits[0].length : 0,
    factor: shown.includes('%') ? PERCENT : 1,
  };
}

export type CellFormat = (stored: number) => Cell;

const isDate = (id: number) => DATES.some(([from, to]) => id >= from && id <= to);

function toIso(day: number, epoch: number): string {
  const seconds = Math.round(day * SECONDS_PER_DAY);
  return new Date(epoch + seconds * SECOND_MS).toISOString().slice(0, ISO_DATE_LENGTH);
}

type FormatOptions = { id: number; code: string | undefined; isOfMac: boolean };

/** Dates have the form YYYY-MM-DD. A number that is shown with another unit, or with zeros before it, is a text. */
export function cellFormat({ id, code, isOfMac }: FormatOptions): CellFormat {
  const known = PERCENTS.includes(id) ? '0%' : 'General';
  const format = code === undefined && isDate(id) ? DATE : parseFormat(code ?? known);
  if (format.kind === 'date') {
    return (stored) => toIso(stored, isOfMac ? EPOCH.mac : EPOCH.usual);
  }
  const { before, after, digits, factor } = format;
  const isPlain = before === '' && after === '' && digits === 0;
  return (stored) => {
    const value = Math.round(stored * factor * MILLION) / MILLION;
    return isPlain ? value : before + String(value).padStart(digits, '0') + after;
  };
}
