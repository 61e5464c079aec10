// What people type into a secure field: how it is written while typing, when it is complete, and
// how it is sent. Pure functions on text; no element, no network.

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

const digitsOf = (text) => text.replace(/\D/g, '');

function rulesOf(text) {
  return BRANDS.find(({ prefix }) => prefix.test(digitsOf(text))) ?? OTHER;
}

export function brandOf(text) {
  return rulesOf(text).brand;
}

export function formatCardNumber(text) {
  const { groups, lengths } = rulesOf(text);
  let rest = digitsOf(text).slice(0, Math.max(...lengths));
  const parts = [];
  for (const size of groups) {
    if (rest === '') break;
    parts.push(rest.slice(0, size));
    rest = rest.slice(size);
  }
  return parts.join(' ');
}

/** Writes "MM / YY"; understands "1/27", "0127", "01/2027" and what browsers fill in. */
export function formatExpiry(text) {
  const [, shortMonth] = /^\s*([1-9])\s*\//.exec(text) ?? [];
  const given = shortMonth === undefined ? digitsOf(text) : `0${digitsOf(text)}`;
  const digits = /^[2-9]/.test(given) ? `0${given}` : given;
  const month = digits.slice(0, 2);
  const isLongYear = digits.slice(2, 4) === '20' && digits.length >= 6;
  const year = isLongYear
    ? digits.slice(4, 6)
    : digits.slice(2, digits.startsWith('20', 2) ? 6 : 4);
  return year === '' ? month : `${month} / ${year}`;
}

function passesLuhn(digits) {
  const weighed = [...digits].reverse().map((digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return doubled > 9 ? doubled - 9 : doubled;
  });
  return weighed.reduce((sum, digit) => sum + digit, 0) % 10 === 0;
}

function isCardNumber(text) {
  const digits = digitsOf(text);
  return rulesOf(digits).lengths.includes(digits.length) && passesLuhn(digits);
}

function isExpiry(text, { month }) {
  const [, expMonth, year] = /^(0[1-9]|1[0-2]) \/ (\d{2})$/.exec(text) ?? [];
  return year !== undefined && `20${year}-${expMonth}` >= month;
}

function isSecurityCode(text, { brand }) {
  if (brand === undefined || brand === null) return /^\d{3,4}$/.test(text);
  return digitsOf(text).length === (brand === 'amex' ? 4 : 3);
}

const CHECKS = {
  required: [(text) => text.trim() !== '', 'is required'],
  validCardNumber: [isCardNumber, 'is not a valid card number'],
  validCardSecurityCode: [isSecurityCode, 'is not a valid security code'],
  validCardExpirationDate: [isExpiry, 'is not a valid expiration date'],
};

/**
 * What is wrong with the text, in words; nothing when all is well.
 * `context` has `month` ("2026-11", this server's) and `brand` (of the card number beside it).
 */
export function errorsOf(text, validations, context) {
  const isEmpty = text.trim() === '';
  return validations
    .filter((name) => name === 'required' || !isEmpty)
    .map((name) => CHECKS[name])
    .filter(([passes]) => !passes(text, context))
    .map(([, message]) => message);
}

const same = (text) => text;
const zip = (text) => text.toUpperCase().replace(/[^A-Z0-9 -]/g, '');

/**
 * How each type of field writes, which keyboard it wants, and how its value is sent.
 * A spaced one shows more characters than it has, so a `maxLength` cannot apply to it.
 */
export const FIELD_TYPES = {
  text: { format: same, inputMode: 'text', send: (text) => text.trim() },
  number: { format: digitsOf, inputMode: 'numeric', send: same },
  'zip-code': { format: zip, inputMode: 'text', send: (text) => text.trim() },
  'card-number': {
    format: formatCardNumber,
    inputMode: 'numeric',
    send: digitsOf,
    isSpaced: true,
  },
  'card-security-code': { format: digitsOf, inputMode: 'numeric', send: digitsOf },
  'card-expiration-date': {
    format: formatExpiry,
    inputMode: 'numeric',
    send: (text) => text.replace(' / ', '/20'),
    isSpaced: true,
  },
};

/** Where the caret belongs after rewriting: behind as many characters that count as before. */
export function caretAfter(formatted, meaningfulBefore) {
  let left = meaningfulBefore;
  for (const [index, character] of [...formatted].entries()) {
    if (left === 0) return index;
    if (/[^\s/]/.test(character)) left -= 1;
  }
  return formatted.length;
}
