/** Reads amounts and quantities as spreadsheets of several regions write them. */
import type { ImportDecimal } from '@quittance/contract/exchange/import-schemas';

/**
 * Returns an amount such as '1234.56'. Text that has another form, or that could mean two amounts, is returned
 * unchanged, and the row's parser refuses it.
 */
export type AmountReader = (text: string) => string;

/** Currency signs (R$ of Brazil), spaces of any kind, and the apostrophe that Switzerland groups with. */
const DECORATION = /R\$|[$€£\s'’]/g;
const WITH_POINT = /^-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/;
const WITH_COMMA = /^-?(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?$/;
/** 1.234 or 1,234: one thousand, or one and a fraction. */
const AMBIGUOUS = /^-?\d{1,3}\.\d{3}$/;
/** A trailing minus, as accounting programs print it. */
const TRAILING_MINUS = /^(.+)-$/;

const pointToPlain = (text: string) => text.replaceAll(',', '');
const commaToPlain = (text: string) => text.replaceAll('.', '').replace(',', '.');

export const isAmount = (read: string) => /^-?\d+(?:\.\d+)?$/.test(read);

export function amountReader(decimal: ImportDecimal | 'auto'): AmountReader {
  return (given) => {
    const text = given.replace(DECORATION, '').replace(TRAILING_MINUS, '-$1');
    if (decimal !== 'comma' && WITH_POINT.test(text)) {
      return decimal === 'auto' && AMBIGUOUS.test(text) ? given : pointToPlain(text);
    }
    return decimal !== 'point' && WITH_COMMA.test(text) ? commaToPlain(text) : given;
  };
}
