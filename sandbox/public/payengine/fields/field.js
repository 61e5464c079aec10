// One secure field: an input in a frame of this server. Its text goes to the token service and to
// nobody else; the merchant's page learns only whether there is something and whether it is right.
import { brandOf, caretAfter, errorsOf, FIELD_TYPES } from './formats.js';
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

const tellPage = (message) => window.parent.postMessage(message, origin);

function currentErrors() {
  return errorsOf(input.value, validations, context);
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
  if (type === 'card-number') state.cardType = brandOf(input.value);
  tellPage({ type: 'state', state });
}

function showBrand() {
  const brand = brandOf(input.value);
  channel.postMessage({ type: 'brand', brand });
  badge.textContent = BRAND_NAMES[brand] ?? '';
  badge.hidden = settings.showCardIcon !== true || brand === null;
}

/** Rewrites what was typed and keeps the caret where the hand left it. */
function rewrite() {
  const caret = input.selectionStart ?? input.value.length;
  const before = input.value.slice(0, caret).replace(/[\s/]/g, '').length;
  const formatted = format(input.value);
  if (formatted === input.value) return;
  const isAtEnd = caret === input.value.length;
  input.value = formatted;
  const place = isAtEnd ? formatted.length : caretAfter(formatted, before);
  input.setSelectionRange(place, place);
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
    rewrite();
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

/** Asked for its value, a field also begins to show what is wrong with it. */
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
  // Only the page that embeds this frame may speak to it, and only from where it said it lives.
  if (event.source !== window.parent || event.origin !== origin) return;
  const message = event.data;
  if (message?.type === 'focus') input.focus();
  if (message?.type === 'tokenize') {
    const answer = await tokenize(channel, own, message);
    tellPage({ type: 'answer', request: message.request, ...answer });
  }
});

function naturalHeightPx() {
  input.style.height = 'auto';
  const heightPx = input.offsetHeight;
  input.style.removeProperty('height');
  return heightPx;
}

setUpInput();
listenToInput();
tellPage({ type: 'ready', heightPx: naturalHeightPx() });
report();
