// Formatting, validation and wire format of the hosted fields. Pure functions on text.
import {
  formatCardNumber,
  formatExpiry,
  isCardNumber,
  isExpiry,
  passesRoutingCheck,
  securityCodeLength,
  toBrand as toCardBrand,
  toDigits,
} from '../../common/card-input.js';

const AMEX = 'american-express';

/** The brand under the name that Fiserv uses. */
export function toBrand(text) {
  const brand = toCardBrand(text);
  return brand === 'amex' ? AMEX : brand;
}

const limited = (max) => (text) => toDigits(text).slice(0, max);
const isFilled = (text) => text.trim() !== '';
const isRoutingNumber = (text) =>
  /^\d{9}$/.test(text) && text !== '000000000' && passesRoutingCheck(text);
const isSecurityCode = (text, { brand }) =>
  brand === null
    ? /^\d{3,4}$/.test(text)
    : text.length === securityCodeLength(brand === AMEX ? 'amex' : brand);

/** Longer names would not fit into one encrypted block. */
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

const STATES = (
  'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM ' +
  'NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY'
).split(' ');
const dropdown = (options) => ({
  options,
  format: (text) => text,
  isValid: isFilled,
  autocomplete: 'off',
  longest: 0,
});

/** From `longest` characters on, an incomplete text is reported as invalid. */
export const FIELDS = {
  cardNumber: number({
    format: formatCardNumber,
    isValid: isCardNumber,
    autocomplete: 'cc-number',
    longest: 19,
  }),
  expiration: number({
    format: formatExpiry,
    isValid: isExpiry,
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
  idType: dropdown(['Driver license', 'SSN', 'Tax ID (TIN)']),
  idValue: { ...person('off'), isValid: (text) => /^[\w -]{4,}$/.test(text.trim()) },
  driverLicenseState: dropdown(STATES),
};

const ID_FIELDS = {
  'Driver license': 'customer.driverLicenseNumber',
  SSN: 'customer.ssn',
  'Tax ID (TIN)': 'customer.taxId',
};

/** The payer's identification under the name of the gateway; null without one. */
export function idFields({ idType, idValue }) {
  return idType && idValue ? [[ID_FIELDS[idType], idValue.trim()]] : null;
}

/** The values of a form under the names of the gateway, in the order of the encrypted block. */
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
    ['card.cardData', toDigits(cardNumber)],
    ['card.nameOnCard', name(nameOnCard.trim())],
    ['card.expirationMonth', month],
    ['card.expirationYear', year && `20${year}`],
    ['card.securityCode', securityCode],
  ].filter(([, value]) => value);
}
