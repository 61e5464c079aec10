// One secure field: an input in a frame of this server. Its text goes to the token service only;
// the merchant's page gets its state.
import { toBrand } from '../../common/card-input.js';
import { naturalHeightPx, rewriteInput } from '../../common/field-input.js';
import { FIELD_TYPES, toErrors } from './formats.js';
import { applyStyles } from './styling.js';
import { tokenize } from './tokenizing.js';

const settings = JSON.parse(decodeURIComponent(location.hash.slice(1)));
const { name, type, validations = [], origin } = settings;
const { format, inputMode, send, isSpaced = false } = FIELD_TYPES[type];
const input = document.getElementById('field');
const badge = document.getElementById('brand');
const channel = new BroadcastChannel(`payengine:${settings.form}`);

const AUTOCOMPLETE = {
  card_holder: 'cc-name',
  card_number: 'cc-number',
  card_cvc: 'cc-csc',
  card_exp: 'cc-exp',
  address_zip: 'postal-code',
  first_name: 'given-name',
  last_name: 'family-name',
  business_name: 'organization',
};
const BRAND_NAMES = { visa: 'VISA', mastercard: 'Mastercard', amex: 'AMEX', discover: 'Discover' };

const seen = { isDirty: false, isTouched: false, isFocused: false };
const context = { month: document.documentElement.dataset.month, brand: undefined };

const sendToPage = (message) => window.parent.postMessage(message, origin);

function currentErrors() {
  return toErrors(input.value, validations, context);
}

function show(errorMessages) {
  const isValid = errorMessages.length === 0;
  const isEmpty = input.value.trim() === '';
  const flags = { valid: isValid, invalid: !isValid, empty: isEmpty };
  const classes = { ...flags, dirty: seen.isDirty, touched: seen.isTouched };
  for (const [flag, isOn] of Object.entries(classes)) input.classList.toggle(flag, isOn);
  input.setAttribute('aria-invalid', String(seen.isTouched && !isValid));
  return { ...seen, isValid, isEmpty, errorMessages };
}

function report() {
  const state = show(currentErrors());
  if (type === 'card-number') state.cardType = toBrand(input.value);
  sendToPage({ type: 'state', state });
}

function showBrand() {
  const brand = toBrand(input.value);
  channel.postMessage({ type: 'brand', brand });
  badge.textContent = BRAND_NAMES[brand] ?? '';
  badge.hidden = settings.showCardIcon !== true || brand === null;
}

function setUpInput() {
  input.placeholder = settings.placeholder ?? '';
  input.inputMode = inputMode;
  input.autocomplete = AUTOCOMPLETE[name] ?? 'off';
  input.name = input.autocomplete === 'off' ? name : input.autocomplete;
  input.required = validations.includes('required');
  input.setAttribute('aria-label', settings.label);
  if (settings.maxLength !== undefined && !isSpaced) input.maxLength = settings.maxLength;
  applyStyles(settings.css ?? {}, settings);
}

function listenToInput() {
  input.addEventListener('input', () => {
    seen.isDirty = true;
    rewriteInput(input, format);
    if (type === 'card-number') showBrand();
    report();
  });
  input.addEventListener('focus', () => {
    seen.isFocused = true;
    report();
  });
  input.addEventListener('blur', () => {
    seen.isFocused = false;
    seen.isTouched = true;
    report();
  });
}

/** From the first submission on, errors are shown. */
const own = {
  name,
  submission() {
    seen.isTouched = true;
    report();
    return { value: send(input.value), errorMessages: currentErrors() };
  },
};

channel.addEventListener('message', ({ data }) => {
  if (data.type === 'submit') {
    const { request } = data;
    channel.postMessage({ type: 'submission', request, name, submission: own.submission() });
  }
  if (data.type === 'brand' && type === 'card-security-code') {
    context.brand = data.brand;
    report();
  }
});

window.addEventListener('message', async (event) => {
  // Only the embedding page may send messages, and only from the origin it stated.
  if (event.source !== window.parent || event.origin !== origin) return;
  const message = event.data;
  if (message?.type === 'focus') input.focus();
  if (message?.type === 'tokenize') {
    const answer = await tokenize(channel, own, message);
    sendToPage({ type: 'answer', request: message.request, ...answer });
  }
});

setUpInput();
listenToInput();
sendToPage({ type: 'ready', heightPx: naturalHeightPx(input) });
report();
