// One hosted field: an input in a frame of this server. Its text goes, encrypted, to the gateway
// only; the merchant's page gets its state.
import { naturalHeightPx, rewriteInput } from '../../common/field-input.js';
import { capture } from './capturing.js';
import { FIELDS, toBrand } from './formats.js';
import { applyFont, applyStyles } from './styling.js';

let input = document.getElementById('field');
const context = { month: document.documentElement.dataset.month, brand: null };
const seen = { isTouched: false, isFocused: false };

let settings;
let rules;
let channel;
let page;
let mode = 'REQUIRED';
let isMasked = true;

const sendToPage = (message) => window.parent.postMessage(message, page);
const isCard = () => settings.name === 'cardNumber';

function stateNow() {
  const text = input.value;
  const hasData = text.trim() !== '';
  const isOptional = mode !== 'REQUIRED' && !hasData;
  const isValid = isOptional || rules.isValid(text, context);
  const isUnfinished = seen.isFocused && text.length < rules.longest;
  const isPotentiallyValid = isValid || isUnfinished || (!hasData && !seen.isTouched);
  return { isValid, isPotentiallyValid, shouldShowError: !isPotentiallyValid, hasData };
}

function show({ isValid, shouldShowError, hasData }) {
  const { valid = 'valid', invalid = 'invalid' } = settings.classNames ?? {};
  input.classList.toggle(valid, isValid && hasData);
  input.classList.toggle(invalid, shouldShowError);
  input.setAttribute('aria-invalid', String(shouldShowError));
  const { mode: masking = 'NO_MASKING' } = settings.masking ?? {};
  const hides = masking.startsWith('ALWAYS') || (masking.startsWith('BLUR') && !seen.isFocused);
  input.style.setProperty('-webkit-text-security', hides && isMasked ? 'disc' : 'none');
}

function report(more = {}) {
  const state = stateNow();
  show(state);
  sendToPage({
    type: 'report',
    state,
    ...(isCard() ? { brand: toBrand(input.value) } : {}),
    ...more,
  });
}

function shareBrand() {
  if (isCard()) channel.postMessage({ type: 'brand', brand: toBrand(input.value) });
}

function listenToInput() {
  input.addEventListener('input', () => {
    if (!rules.options) rewriteInput(input, rules.format);
    shareBrand();
    report();
  });
  input.addEventListener('focus', () => {
    seen.isFocused = true;
    report({ isFocused: true });
  });
  input.addEventListener('blur', () => {
    seen.isFocused = false;
    seen.isTouched = true;
    report({ isFocused: false });
  });
}

/** From the first submission on, errors are shown. */
function submission() {
  seen.isTouched = true;
  report();
  return { value: input.value, isValid: stateNow().isValid };
}

function listenToFields() {
  channel = new BroadcastChannel(`fiserv:${settings.form}`);
  channel.addEventListener('message', ({ data }) => {
    if (data.type === 'submit' && mode !== 'DISABLED') {
      const { request } = data;
      const { name } = settings;
      channel.postMessage({ type: 'submission', request, name, submission: submission() });
    }
    if (data.type === 'brand' && settings.name === 'securityCode') {
      context.brand = data.brand;
      report();
    }
  });
}

/** A dropdown in place of the input. */
function drawOptions(options) {
  const select = document.createElement('select');
  select.append(new Option('', ''), ...options.map((option) => new Option(option)));
  input.replaceWith(select);
  input = select;
}

async function setUp(given) {
  settings = given;
  rules = FIELDS[settings.name];
  if (rules.options) drawOptions(rules.options);
  input.id = settings.name;
  input.name = settings.name;
  if (!rules.options) {
    input.placeholder = settings.placeholder ?? '';
    input.inputMode = rules.inputMode;
  }
  input.autocomplete = rules.autocomplete;
  input.setAttribute('aria-label', settings.label);
  applyStyles(settings.css);
  // A font that cannot be loaded must not block the payment.
  await applyFont(settings.font).catch(() => {});
  listenToFields();
  listenToInput();
  sendToPage({ type: 'ready', heightPx: naturalHeightPx(input) });
  report();
}

const COMMANDS = {
  focus: () => input.focus(),
  reset() {
    input.value = '';
    seen.isTouched = false;
    shareBrand();
    report();
  },
  mask({ isMasked: isOn }) {
    isMasked = isOn;
    report();
  },
  configure({ placeholder }) {
    input.placeholder = placeholder ?? '';
  },
  behavior({ mode: wanted }) {
    mode = wanted;
    input.disabled = mode === 'DISABLED';
    report();
  },
  async submit(question) {
    const own = { name: settings.name, submission };
    sendToPage({
      type: 'answer',
      request: question.request,
      ...(await capture(channel, own, question)),
    });
  },
};

window.addEventListener('message', async (event) => {
  // Only the embedding page may send messages, and only from the origin of its first one.
  if (event.source !== window.parent || (page !== undefined && event.origin !== page)) return;
  const message = event.data;
  if (message?.type === 'settings' && page === undefined) {
    page = event.origin;
    await setUp(message.settings);
  } else if (page !== undefined && Object.hasOwn(COMMANDS, message?.type)) {
    await COMMANDS[message.type](message);
  }
});

// Announces the frame to the embedding page, whose origin is not known yet.
window.parent.postMessage({ type: 'hello' }, '*');
