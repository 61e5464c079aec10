// The card part of the Payment Element: number, expiration date, security code.
import { formatExpiry, toDigits } from '../../common/card-input.js';
import { bindField, firstProblem } from './fields.js';
import {
  brandName,
  cvcLength,
  cvcProblem,
  expiryProblem,
  formatNumber,
  numberProblem,
} from './formats.js';

const { month } = document.documentElement.dataset;

export function createCardForm(onChange) {
  const brand = document.getElementById('card-brand');
  const number = bindField('card-number', {
    format: formatNumber,
    check: numberProblem,
    onChange: () => {
      brand.textContent = brandName(number.value());
      cvc.input.maxLength = cvcLength(number.value());
      onChange();
    },
  });
  const expiry = bindField('card-expiry', {
    format: formatExpiry,
    check: (text) => expiryProblem(text, month),
    onChange,
  });
  const cvc = bindField('card-cvc', {
    format: (text) => toDigits(text).slice(0, cvcLength(number.value())),
    check: (text) => cvcProblem(text, number.value()),
    onChange,
  });
  const fields = [number, expiry, cvc];

  return {
    isEmpty: () => fields.every((field) => field.isEmpty()),
    isComplete: () => fields.every((field) => field.problem() === null),
    validate: () => firstProblem(fields),
    focus: () => number.input.focus(),
    clear: () => fields.forEach((field) => void field.clear()),
    data() {
      const [expMonth, expYear] = expiry.value().split(' / ');
      return {
        type: 'card',
        card: {
          number: toDigits(number.value()),
          exp_month: Number(expMonth),
          exp_year: 2000 + Number(expYear),
          cvc: cvc.value(),
        },
      };
    },
  };
}
