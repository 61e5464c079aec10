// The Payment Element: one frame with a card form and a bank form. Typed data goes to the API only;
// the merchant's page learns whether it is complete, and gets a token.
import { applyAppearance } from './appearance.js';
import { createBankForm } from './bank-form.js';
import { createCardForm } from './card-form.js';
import { followHeight, listenToPage, sendEvent, settings } from './parent.js';
import {
  confirmIntent,
  createConfirmationToken,
  openSession,
  post,
  retrieveIntent,
} from './requests.js';

const TYPES = ['card', 'us_bank_account'];
const element = (id) => document.getElementById(id);

let { elements, element: options = {} } = settings;
let forms = {};
let selected = 'card';

function changed() {
  const form = forms[selected];
  sendEvent('change', {
    empty: form.isEmpty(),
    complete: form.isComplete(),
    collapsed: false,
    value: { type: selected },
  });
}

function select(type, { isQuiet = false } = {}) {
  selected = type;
  for (const each of TYPES) {
    const tab = element(`tab-${each}`);
    tab.setAttribute('aria-selected', String(each === type));
    tab.classList.toggle('Tab--selected', each === type);
    tab.tabIndex = each === type ? 0 : -1;
    element(`panel-${each}`).hidden = each !== type;
  }
  if (!isQuiet) changed();
}

function setUpTabs(types) {
  element('tabs').hidden = types.length < 2;
  for (const type of TYPES) {
    const tab = element(`tab-${type}`);
    tab.hidden = !types.includes(type);
    tab.addEventListener('click', () => select(type));
    tab.addEventListener('keydown', ({ key }) => {
      if (key !== 'ArrowRight' && key !== 'ArrowLeft') return;
      const other = types.find((each) => each !== type) ?? type;
      select(other);
      element(`tab-${other}`).focus();
    });
  }
}

/** The types the merchant allows, out of those this element supports. */
async function wantedTypes() {
  const { clientSecret, allowedPaymentMethodTypes: allowed } = elements;
  const order = options.paymentMethodOrder ?? [];
  const rank = (type) => (order.includes(type) ? order.indexOf(type) : order.length);
  const inOrder = (types) =>
    TYPES.filter((type) => types.includes(type)).sort((left, right) => rank(left) - rank(right));
  if (clientSecret === undefined) return { types: inOrder(allowed ?? TYPES) };
  const { intent, error } = await retrieveIntent(clientSecret);
  return error === undefined ? { types: inOrder(intent.payment_method_types) } : { error };
}

function showTerms(businessName) {
  const business = options.business?.name ?? businessName;
  element('bank-terms').hidden = options.terms?.usBankAccount === 'never';
  element('bank-terms').textContent =
    `By continuing, you authorize ${business} to debit the bank account specified above for any ` +
    `amount owed for charges arising from your use of ${business}'s services or purchase of its ` +
    'products, until this authorization is revoked.';
}

function fillIn() {
  const { name = '', email = '' } = options.defaultValues?.billingDetails ?? {};
  element('bank-name').value = name;
  element('bank-email').value = email;
}

/** The typed details; billing details of the page take precedence. */
function methodData({ params = {} }) {
  const { billing_details: typed = {}, ...data } = forms[selected].data();
  const { billing_details: given = {}, ...more } = params.payment_method_data ?? {};
  return { ...data, ...more, billing_details: { ...typed, ...given } };
}

async function createPaymentMethod(details) {
  const { body: method, error } = await post('payment_methods', methodData(details));
  return { method, error };
}

const answers = {
  submit() {
    const error = forms[selected].validate();
    return error === null ? { selectedPaymentMethod: selected } : { error };
  },
  createConfirmationToken: (details) =>
    createConfirmationToken(methodData(details), details.params, elements),
  createPaymentMethod,
  confirm: (details) =>
    confirmIntent({ ...details, params: { payment_method_data: methodData(details) } }),
};

function onMessage(message) {
  if (message?.type === 'focus') forms[selected]?.focus();
  if (message?.type === 'blur') document.activeElement?.blur();
  if (message?.type === 'clear') forms[selected]?.clear();
  if (message?.type === 'update') {
    ({ elements, element: options } = message);
    applyAppearance(elements.appearance);
  }
}

function reportFocus() {
  document.addEventListener('focusin', () => sendEvent('focus'));
  document.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget === null) sendEvent('blur');
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') sendEvent('escape');
  });
  element('element').addEventListener('submit', (event) => event.preventDefault());
}

async function open() {
  applyAppearance(elements.appearance);
  listenToPage(answers, onMessage);
  sendEvent('loaderstart');
  const [session, wanted] = await Promise.all([openSession(), wantedTypes()]);
  const error = session.error ?? wanted.error;
  if (error !== undefined) {
    sendEvent('loaderror', { error });
    return;
  }
  const { businessName, accounts } = session.body;
  const fields = options.fields?.billingDetails;
  const { us_bank_account: bank } = elements.paymentMethodOptions ?? {};
  const isInstant = bank?.verification_method === 'instant';
  forms = {
    card: createCardForm(changed),
    us_bank_account: createBankForm({ fields, accounts, isInstant, onChange: changed }),
  };
  fillIn();
  showTerms(businessName);
  setUpTabs(wanted.types);
  select(wanted.types[0] ?? 'card', { isQuiet: true });
  element('element').hidden = false;
  followHeight(element('element'));
  reportFocus();
  sendEvent('ready');
}

open();
