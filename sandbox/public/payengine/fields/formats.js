// Formatting, validation and wire format of the secure fields. Pure functions on text.
import {
  formatCardNumber,
  formatExpiry,
  isCardNumber,
  isExpiry,
  securityCodeLength,
  toDigits,
} from '../../common/card-input.js';

function isSecurityCode(text, { brand }) {
  if (brand === undefined || brand === null) return /^\d{3,4}$/.test(text);
  return toDigits(text).length === securityCodeLength(brand);
}

const CHECKS = {
  required: [(text) => text.trim() !== '', 'is required'],
  validCardNumber: [isCardNumber, 'is not a valid card number'],
  validCardSecurityCode: [isSecurityCode, 'is not a valid security code'],
  validCardExpirationDate: [isExpiry, 'is not a valid expiration date'],
};

/** '/^\\d{9}$/': the text between the slashes is a pattern. */
function toCheck(name) {
  if (!name.startsWith('/')) return CHECKS[name];
  const pattern = new RegExp(name.slice(1, -1));
  return [(text) => pattern.test(text), 'is not valid'];
}

/**
 * The messages of the failed validations.
 * `context` has `month` ("2026-11", this server's) and `brand` (of the form's card number).
 */
export function toErrors(text, validations, context) {
  const isEmpty = text.trim() === '';
  return validations
    .filter((name) => name === 'required' || !isEmpty)
    .map(toCheck)
    .filter(([passes]) => !passes(text, context))
    .map(([, message]) => message);
}

const same = (text) => text;
const zip = (text) => text.toUpperCase().replace(/[^A-Z0-9 -]/g, '');

/**
 * Format, keyboard and wire format of each type of field.
 * A spaced one shows more characters than its value has, so `maxLength` does not apply to it.
 */
export const FIELD_TYPES = {
  text: { format: same, inputMode: 'text', send: (text) => text.trim() },
  number: { format: toDigits, inputMode: 'numeric', send: same },
  'zip-code': { format: zip, inputMode: 'text', send: (text) => text.trim() },
  'card-number': {
    format: formatCardNumber,
    inputMode: 'numeric',
    send: toDigits,
    isSpaced: true,
  },
  'card-security-code': { format: toDigits, inputMode: 'numeric', send: toDigits },
  'card-expiration-date': {
    format: formatExpiry,
    inputMode: 'numeric',
    send: (text) => text.replace(' / ', '/20'),
    isSpaced: true,
  },
};
