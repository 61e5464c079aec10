// What people type into a hosted field: how it is written while typing, whether it is complete,
// whether it still can become so, and how it is sent. Pure functions on text; no element.

const BRANDS = [
  { brand: 'american-express', prefix: /^3[47]/, lengths: [15], groups: [4, 6, 5], code: 4 },
  { brand: 'visa', prefix: /^4/, lengths: [13, 16, 19], groups: [4, 4, 4, 4, 3], code: 3 },
  {
    brand: 'mastercard',
    prefix: /^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/,
    lengths: [16],
    groups: [4, 4, 4, 4],
    code: 3,
  },
  {
    brand: 'discover',
    prefix: /^(6011|64[4-9]|65)/,
    lengths: [16, 19],
    groups: [4, 4, 4, 4, 3],
    code: 3,
  },
];
const OTHER = { brand: null, lengths: [16], groups: [4, 4, 4, 4, 3], code: 3 };
const ROUTING_WEIGHTS = [3, 7, 1];

const digitsOf = (text) => text.replace(/\D/g, '');
const limited = (max) => (text) => digitsOf(text).slice(0, max);

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
export function formatExpiration(text) {
  const [, shortMonth] = /^\s*([1-9])\s*\//.exec(text) ?? [];
  const given = shortMonth === undefined ? digitsOf(text) : `0${digitsOf(text)}`;
  const digits = /^[2-9]/.test(given) ? `0${given}` : given;
  const month = digits.slice(0, 2);
  const isLong = digits.startsWith('20', 2);
  const year = isLong && digits.length >= 6 ? digits.slice(4, 6) : digits.slice(2, isLong ? 6 : 4);
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

function isExpiration(text, { month }) {
  const [, expirationMonth, year] = /^(0[1-9]|1[0-2]) \/ (\d{2})$/.exec(text) ?? [];
  return year !== undefined && `20${year}-${expirationMonth}` >= month;
}

function isRoutingNumber(text) {
  if (!/^\d{9}$/.test(text) || text === '000000000') return false;
  const weigh = (total, digit, index) => total + Number(digit) * ROUTING_WEIGHTS[index % 3];
  return [...text].reduce(weigh, 0) % 10 === 0;
}

const isFilled = (text) => text.trim() !== '';
const isSecurityCode = (text, { brand }) => {
  const length = BRANDS.find((known) => known.brand === brand)?.code;
  return length === undefined ? /^\d{3,4}$/.test(text) : text.length === length;
};

/** A name as cards carry it: what would not fit into one encrypted block is not taken. */
const NAME_MAX = 40;
const name = (text) => text.slice(0, NAME_MAX);
const person = (autocomplete) => ({
  format: name,
  isValid: isFilled,
  inputMode: 'text',
  autocomplete,
  longest: NAME_MAX,
});
const number = (more) => ({ inputMode: 'numeric', autocomplete: 'off', ...more });

/** `longest` is the length from which on an incomplete text is a wrong one. */
export const FIELDS = {
  cardNumber: number({
    format: formatCardNumber,
    isValid: isCardNumber,
    autocomplete: 'cc-number',
    longest: 19,
  }),
  expiration: number({
    format: formatExpiration,
    isValid: isExpiration,
    autocomplete: 'cc-exp',
    longest: 7,
  }),
  securityCode: number({
    format: limited(4),
    isValid: isSecurityCode,
    autocomplete: 'cc-csc',
    longest: 4,
  }),
  nameOnCard: person('cc-name'),
  firstName: person('cc-given-name'),
  lastName: person('cc-family-name'),
  accountNumber: number({
    format: limited(17),
    isValid: (text) => /^\d{6,17}$/.test(text),
    longest: 17,
  }),
  routingNumber: number({ format: limited(9), isValid: isRoutingNumber, longest: 9 }),
};

/** The values of a form as the gateway names them, in the order they are encrypted in. */
export function blockFields(paymentMethod, values) {
  if (paymentMethod === 'BANK_ACCOUNT') {
    return [
      ['check.accountNumber', values.accountNumber],
      ['check.routingNumber', values.routingNumber],
    ];
  }
  const { cardNumber = '', expiration = '', securityCode, firstName, lastName } = values;
  const [month, year] = expiration.split(' / ');
  const nameOnCard = values.nameOnCard ?? [firstName, lastName].filter(Boolean).join(' ');
  return [
    ['card.cardData', digitsOf(cardNumber)],
    ['card.nameOnCard', name(nameOnCard.trim())],
    ['card.expirationMonth', month],
    ['card.expirationYear', year && `20${year}`],
    ['card.securityCode', securityCode],
  ].filter(([, value]) => value);
}

/** Where the caret belongs after rewriting: behind as many characters that count as before. */
export function caretAfter(formatted, meaningfulBefore) {
  let left = meaningfulBefore;
  for (const [index, character] of [...formatted].entries()) {
    if (left === 0) return index;
    if (/[^\s/]/.test(character)) left -= 1;
  }
  return formatted.length;
}
