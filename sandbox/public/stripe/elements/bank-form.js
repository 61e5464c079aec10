// The bank part of the Payment Element: the payer and the account, selected after a simulated bank
// login or entered manually. Manually entered accounts are verified by microdeposits later.
import { toDigits } from '../../common/card-input.js';
import { bindField, firstProblem } from './fields.js';
import { accountProblem, emailProblem, nameProblem, routingProblem } from './formats.js';

const NO_ACCOUNT = {
  type: 'validation_error',
  code: 'incomplete_payment_method',
  message: 'Choose a bank account.',
};

const element = (id) => document.getElementById(id);
const ACCOUNT_DIGITS_MAX = 17;

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

function createManualEntry(onChange) {
  const digits = (count) => (text) => toDigits(text).slice(0, count);
  const format = digits(ACCOUNT_DIGITS_MAX);
  const routing = bindField('bank-routing', { format: digits(9), check: routingProblem, onChange });
  const account = bindField('bank-account', { format, check: accountProblem, onChange });
  return { fields: [routing, account], routing, account };
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
 * `fields` says whether to collect name and email, `accounts` are those of the bank login, and
 * `isInstant` allows the login only.
 */
export function createBankForm({ fields, accounts, isInstant, onChange }) {
  const person = createPerson(fields, onChange);
  const manual = createManualEntry(onChange);
  let isManual = false;
  const chosen = () => element('bank-choice').value || undefined;

  drawBank(accounts, onChange);
  element('bank-by-hand').hidden = isInstant;
  element('bank-by-hand').addEventListener('click', () => {
    isManual = !isManual;
    element('bank-hand').hidden = !isManual;
    element('bank-instant').hidden = isManual;
    element('bank-by-hand').textContent = isManual
      ? 'Log in to your bank instead'
      : 'Enter bank details manually instead';
    if (isManual) manual.routing.input.focus();
    onChange();
  });

  const active = () => [...person.shown, ...(isManual ? manual.fields : [])];
  return {
    isEmpty: () => active().every((field) => field.isEmpty()) && chosen() === undefined,
    isComplete: () =>
      active().every((field) => field.problem() === null) && (isManual || chosen() !== undefined),
    validate: () =>
      firstProblem(active()) ?? (isManual || chosen() !== undefined ? null : NO_ACCOUNT),
    focus: () => active()[0]?.input.focus(),
    clear: () => active().forEach((field) => void field.clear()),
    data() {
      const account = isManual
        ? {
            routing_number: manual.routing.value(),
            account_number: manual.account.value(),
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
