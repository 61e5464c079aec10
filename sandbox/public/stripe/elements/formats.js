// Validation of the elements' fields, with Stripe's codes and messages. Pure functions on text.
import {
  formatCardNumber,
  maxDigits,
  passesLuhn,
  passesRoutingCheck,
  securityCodeLength,
  toBrand,
  toDigits,
} from '../../common/card-input.js';

const CARD_DIGITS_MAX = 16;

const BRAND_NAMES = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
};

export const brandName = (text) => BRAND_NAMES[toBrand(text)] ?? '';

export const cvcLength = (number) => securityCodeLength(toBrand(number));

const numberLength = (text) => Math.min(CARD_DIGITS_MAX, maxDigits(text));

export const formatNumber = (text) => formatCardNumber(text, numberLength(text));

const problem = (code, message) => ({ type: 'validation_error', code, message });

export function numberProblem(text) {
  const digits = toDigits(text);
  if (digits.length < numberLength(digits)) {
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

export function routingProblem(text) {
  if (text.length < 9) {
    return problem('incomplete_routing_number', 'Your routing number is incomplete.');
  }
  return passesRoutingCheck(text)
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
