// What people type into the fields: how it is written while typing, and what is wrong with it, in
// Stripe's codes and words. Pure functions on text; no element, no network.

const BRANDS = [
  { brand: 'amex', prefix: /^3[47]/, length: 15, groups: [4, 6, 5] },
  { brand: 'visa', prefix: /^4/, length: 16, groups: [4, 4, 4, 4] },
  {
    brand: 'mastercard',
    prefix: /^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/,
    length: 16,
    groups: [4, 4, 4, 4],
  },
  { brand: 'discover', prefix: /^(6011|64[4-9]|65)/, length: 16, groups: [4, 4, 4, 4] },
];
const OTHER = { brand: null, length: 16, groups: [4, 4, 4, 4] };

const BRAND_NAMES = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
};

export const digitsOf = (text) => text.replace(/\D/g, '');

function rulesOf(text) {
  return BRANDS.find(({ prefix }) => prefix.test(digitsOf(text))) ?? OTHER;
}

export function brandName(text) {
  return BRAND_NAMES[rulesOf(text).brand] ?? '';
}

export function cvcLength(number) {
  return rulesOf(number).brand === 'amex' ? 4 : 3;
}

export function formatNumber(text) {
  const { groups, length } = rulesOf(text);
  let rest = digitsOf(text).slice(0, length);
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
  const isLongYear = digits.length >= 6 && digits.startsWith('20', 2);
  const year = isLongYear
    ? digits.slice(4, 6)
    : digits.slice(2, digits.startsWith('20', 2) ? 6 : 4);
  return year === '' ? digits.slice(0, 2) : `${digits.slice(0, 2)} / ${year}`;
}

function passesLuhn(digits) {
  const weighed = [...digits].reverse().map((digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return doubled > 9 ? doubled - 9 : doubled;
  });
  return weighed.reduce((sum, digit) => sum + digit, 0) % 10 === 0;
}

const problem = (code, message) => ({ type: 'validation_error', code, message });

export function numberProblem(text) {
  const digits = digitsOf(text);
  if (digits.length < rulesOf(digits).length) {
    return problem('incomplete_number', 'Your card number is incomplete.');
  }
  if (!passesLuhn(digits)) return problem('invalid_number', 'Your card number is invalid.');
  return null;
}

/** `month` is this server's, such as "2026-11". */
export function expiryProblem(text, month) {
  const [, expMonth, year] = /^(\d{2}) \/ (\d{2})$/.exec(text) ?? [];
  if (year === undefined) {
    return problem('incomplete_expiry', "Your card's expiration date is incomplete.");
  }
  if (Number(expMonth) < 1 || Number(expMonth) > 12) {
    return problem('invalid_expiry_month', "Your card's expiration date is invalid.");
  }
  if (`20${year}-${expMonth}` < month) {
    return problem('invalid_expiry_year_past', "Your card's expiration date is in the past.");
  }
  return null;
}

export function cvcProblem(text, number) {
  if (text.length === cvcLength(number)) return null;
  return problem('incomplete_cvc', "Your card's security code is incomplete.");
}

const ROUTING_WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1];

export function routingProblem(text) {
  if (text.length < 9) {
    return problem('incomplete_routing_number', 'Your routing number is incomplete.');
  }
  const sum = ROUTING_WEIGHTS.reduce((total, weight, at) => total + weight * Number(text[at]), 0);
  return sum % 10 === 0
    ? null
    : problem('invalid_routing_number', 'Your routing number is invalid.');
}

export function accountProblem(text) {
  return text.length >= 6
    ? null
    : problem('incomplete_account_number', 'Your account number is incomplete.');
}

export function nameProblem(text) {
  return text.trim() === '' ? problem('incomplete_name', 'Your name is incomplete.') : null;
}

export function emailProblem(text) {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim())
    ? null
    : problem('incomplete_email', 'Your email is incomplete.');
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
