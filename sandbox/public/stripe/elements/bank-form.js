// The bank part of the Payment Element: who pays, and from which account, chosen after a pretended
// login at a bank or typed by hand. Typed accounts are verified by small deposits later.
import { digitsOf } from '../../shared/card-input.js';
import { bindField, firstProblem } from './fields.js';
import { accountProblem, emailProblem, nameProblem, routingProblem } from './formats.js';

const NO_ACCOUNT = {
  type: 'validation_error',
  code: 'incomplete_payment_method',
  message: 'Choose a bank account.',
};

const element = (id) => document.getElementById(id);
const HAND_LIMIT = 17;

function accountOption({ id, last4, result }) {
  const option = document.createElement('option');
  option.value = id;
  option.textContent = `Checking •••• ${last4}: ${result}`;
  return option;
}

function createPerson(fields, onChange) {
  const shown = [];
  const make = (id, check) => {
    const isShown = fields?.[id] !== 'never' && fields !== 'never';
    element(`bank-${id}-field`).hidden = !isShown;
    const field = bindField(`bank-${id}`, { check, onChange });
    if (isShown) shown.push(field);
    return field;
  };
  return { name: make('name', nameProblem), email: make('email', emailProblem), shown };
}

function createByHand(onChange) {
  const digits = (count) => (text) => digitsOf(text).slice(0, count);
  const format = digits(HAND_LIMIT);
  const routing = bindField('bank-routing', { format: digits(9), check: routingProblem, onChange });
  const account = bindField('bank-account', { format, check: accountProblem, onChange });
  return { fields: [routing, account], routing, account, type: element('bank-type') };
}

function drawBank(accounts, onChange) {
  const [login, choice] = [element('bank-login'), element('bank-choice')];
  choice.append(...accounts.map(accountOption));
  choice.addEventListener('change', onChange);
  login.addEventListener('click', () => {
    login.setAttribute('aria-expanded', 'true');
    element('bank-accounts').hidden = false;
    choice.focus();
  });
}

/**
 * `fields` is the merchant's wish for name and e-mail, `accounts` are those the bank shows, and
 * `isInstant` leaves no other way than the login.
 */
export function createBankForm({ fields, accounts, isInstant, onChange }) {
  const person = createPerson(fields, onChange);
  const hand = createByHand(onChange);
  let isByHand = false;
  const chosen = () => element('bank-choice').value || undefined;

  drawBank(accounts, onChange);
  element('bank-by-hand').hidden = isInstant;
  element('bank-by-hand').addEventListener('click', () => {
    isByHand = !isByHand;
    element('bank-hand').hidden = !isByHand;
    element('bank-instant').hidden = isByHand;
    element('bank-by-hand').textContent = isByHand
      ? 'Log in to your bank instead'
      : 'Enter bank details manually instead';
    if (isByHand) hand.routing.input.focus();
    onChange();
  });

  const active = () => [...person.shown, ...(isByHand ? hand.fields : [])];
  return {
    isEmpty: () => active().every((field) => field.isEmpty()) && chosen() === undefined,
    isComplete: () =>
      active().every((field) => field.problem() === null) && (isByHand || chosen() !== undefined),
    validate: () =>
      firstProblem(active()) ?? (isByHand || chosen() !== undefined ? null : NO_ACCOUNT),
    focus: () => active()[0]?.input.focus(),
    clear: () => active().forEach((field) => void field.clear()),
    data() {
      const account = isByHand
        ? {
            routing_number: hand.routing.value(),
            account_number: hand.account.value(),
            account_type: hand.type.value,
          }
        : { financial_connections_account: chosen() };
      const billing = Object.fromEntries(
        person.shown.map((field) => [
          field === person.name ? 'name' : 'email',
          field.value().trim(),
        ]),
      );
      return {
        type: 'us_bank_account',
        us_bank_account: { ...account, account_holder_type: 'individual' },
        billing_details: billing,
      };
    },
  };
}
