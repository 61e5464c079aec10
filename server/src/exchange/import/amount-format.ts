/** Reads amounts and quantities as spreadsheets of several regions write them. */
import { IMPORT_DECIMALS } from '@quittance/contract/exchange/import-schemas';
import type { Readings } from './rows.ts';

/** Only dollars: an amount with another sign or code has no reading. */
const DOLLARS = String.raw`(?:\$|USD)`;
/** A minus stands before or after the number, as accounting programs print it. */
const DOLLAR_NAMES = /^(?:USD?|US\$|\$|U\.?S\.? dollars?|USA)$/i;

/** Names that accounting programs give to the dollar of the United States in a column of currencies. */
export const isDollar = (text: string) => DOLLAR_NAMES.test(text.trim());

const AMOUNT = new RegExp(
  `^(?<before>- ?)?${DOLLARS}? ?(?<inside>-)?(?<number>\\d[\\d.,'’ ]*?) ?${DOLLARS}?(?<after>-)?$`,
  'i',
);
/** Spaces, and the apostrophe that Switzerland groups with. */
const GROUPED = /^\d{1,3}(?:([ '’])\d{3})(?:\1\d{3})*(?![\d '’])/;
const WITH_POINT = /^(?:[1-9]\d{0,2}(?:,\d{3})+|\d+)(?:\.\d+)?$/;
const WITH_COMMA = /^(?:[1-9]\d{0,2}(?:\.\d{3})+|\d+)(?:,\d+)?$/;

/** Returns '1234.56' for each decimal separator with which the text is an amount. Both may read 1.234. */
export function amountReadings(text: string): Readings {
  const { before, inside, number, after } =
    AMOUNT.exec(text.trim().replaceAll(/\s+/g, ' '))?.groups ?? {};
  const minuses = [before, inside, after].filter((sign) => sign !== undefined);
  if (number === undefined || minuses.length > 1) return {};
  const sign = minuses.length === 1 ? '-' : '';
  const isGrouped = GROUPED.test(number);
  const plain = isGrouped ? number.replaceAll(/[ '’]/g, '') : number;
  const readings: Record<string, string> = {};
  for (const decimal of IMPORT_DECIMALS) {
    const [pattern, group] = decimal === 'point' ? [WITH_POINT, ','] : [WITH_COMMA, '.'];
    if (!pattern.test(plain) || (isGrouped && plain.includes(group))) continue;
    readings[decimal] = sign + plain.replaceAll(group, '').replace(',', '.');
  }
  return readings;
}
