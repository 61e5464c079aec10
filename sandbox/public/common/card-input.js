// Formatting and check digits of card and bank numbers while they are typed. Pure functions on
// text.

const BRANDS = [
  { brand: 'amex', prefix: /^3[47]/, lengths: [15], groups: [4, 6, 5] },
  { brand: 'visa', prefix: /^4/, lengths: [13, 16, 19], groups: [4, 4, 4, 4, 3] },
  {
    brand: 'mastercard',
    prefix: /^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/,
    lengths: [16],
    groups: [4, 4, 4, 4],
  },
  { brand: 'discover', prefix: /^(6011|64[4-9]|65)/, lengths: [16, 19], groups: [4, 4, 4, 4, 3] },
];
const OTHER = { brand: null, lengths: [16], groups: [4, 4, 4, 4, 3] };
const ROUTING_WEIGHTS = [3, 7, 1];

export const toDigits = (text) => text.replace(/\D/g, '');

function toRules(text) {
  return BRANDS.find(({ prefix }) => prefix.test(toDigits(text))) ?? OTHER;
}

export const toBrand = (text) => toRules(text).brand;

export const maxDigits = (text) => Math.max(...toRules(text).lengths);

export const securityCodeLength = (brand) => (brand === 'amex' ? 4 : 3);

/** Groups the digits of a card number; `limit` cuts numbers of brands with several lengths. */
export function formatCardNumber(text, limit = maxDigits(text)) {
  let rest = toDigits(text).slice(0, limit);
  const parts = [];
  for (const size of toRules(text).groups) {
    if (rest === '') break;
    parts.push(rest.slice(0, size));
    rest = rest.slice(size);
  }
  return parts.join(' ');
}

/** Formats "MM / YY"; accepts "1/27", "0127", "01/2027" and what browsers fill in. */
export function formatExpiry(text) {
  const [, shortMonth] = /^\s*([1-9])\s*\//.exec(text) ?? [];
  const given = shortMonth === undefined ? toDigits(text) : `0${toDigits(text)}`;
  const digits = /^[2-9]/.test(given) ? `0${given}` : given;
  const month = digits.slice(0, 2);
  const isLong = digits.startsWith('20', 2);
  const year = isLong && digits.length >= 6 ? digits.slice(4, 6) : digits.slice(2, isLong ? 6 : 4);
  return year === '' ? month : `${month} / ${year}`;
}

/** `month` is the current one of this server, such as "2026-11". */
export function isExpiry(text, { month }) {
  const [, expMonth, year] = /^(0[1-9]|1[0-2]) \/ (\d{2})$/.exec(text) ?? [];
  return year !== undefined && `20${year}-${expMonth}` >= month;
}

export function passesLuhn(digits) {
  const weighed = [...digits].reverse().map((digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return doubled > 9 ? doubled - 9 : doubled;
  });
  return weighed.reduce((sum, digit) => sum + digit, 0) % 10 === 0;
}

export function isCardNumber(text) {
  const digits = toDigits(text);
  return toRules(digits).lengths.includes(digits.length) && passesLuhn(digits);
}

/** The check digit of a routing number of nine digits. */
export function passesRoutingCheck(digits) {
  const weigh = (total, digit, index) => total + Number(digit) * ROUTING_WEIGHTS[index % 3];
  return [...digits].reduce(weigh, 0) % 10 === 0;
}
