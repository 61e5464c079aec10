// One hosted field: an input in a frame of this server. Its text goes, encrypted, to the gateway
// and to nobody else; the merchant's page learns only whether there is something and if it is
// right.
import { capture } from './capturing.js';
import { brandOf, caretAfter, FIELDS } from './formats.js';
import { applyFont, applyStyles } from './styling.js';

const input = document.getElementById('field');
const context = { month: document.documentElement.dataset.month, brand: null };
const seen = { isTouched: false, isFocused: false };

let settings;
let rules;
let channel;
let page;
let mode = 'REQUIRED';
let isMasked = true;

const tellPage = (message) => window.parent.postMessage(message, page);
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
  tellPage({
    type: 'report',
    state,
    ...(isCard() ? { brand: brandOf(input.value) } : {}),
    ...more,
  });
}

/** Rewrites what was typed and keeps the caret where the hand left it. */
function rewrite() {
  const caret = input.selectionStart ?? input.value.length;
  const before = input.value.slice(0, caret).replace(/[\s/]/g, '').length;
  const formatted = rules.format(input.value);
  if (formatted === input.value) return;
  const isAtEnd = caret === input.value.length;
  input.value = formatted;
  const place = isAtEnd ? formatted.length : caretAfter(formatted, before);
  input.setSelectionRange(place, place);
}

function shareBrand() {
  if (isCard()) channel.postMessage({ type: 'brand', brand: brandOf(input.value) });
}

function listenToInput() {
  input.addEventListener('input', () => {
    rewrite();
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

/** Asked for its value, a field also begins to show what is wrong with it. */
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

function naturalHeightPx() {
  input.style.height = 'auto';
  const heightPx = input.offsetHeight;
  input.style.removeProperty('height');
  return heightPx;
}

async function setUp(given) {
  settings = given;
  rules = FIELDS[settings.name];
  input.id = settings.name;
  input.name = settings.name;
  input.placeholder = settings.placeholder ?? '';
  input.inputMode = rules.inputMode;
  input.autocomplete = rules.autocomplete;
  input.setAttribute('aria-label', settings.label);
  applyStyles(settings.css);
  // A font that cannot be read is no reason not to take a payment.
  await applyFont(settings.font).catch(() => {});
  listenToFields();
  listenToInput();
  tellPage({ type: 'ready', heightPx: naturalHeightPx() });
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
    tellPage({
      type: 'answer',
      request: question.request,
      ...(await capture(channel, own, question)),
    });
  },
};

window.addEventListener('message', async (event) => {
  // Only the page that embeds this frame may speak to it, and only from where it first spoke.
  if (event.source !== window.parent || (page !== undefined && event.origin !== page)) return;
  const message = event.data;
  if (message?.type === 'settings' && page === undefined) {
    page = event.origin;
    await setUp(message.settings);
  } else if (page !== undefined && Object.hasOwn(COMMANDS, message?.type)) {
    await COMMANDS[message.type](message);
  }
});

// Says that it is there, and nothing else, to whoever embeds it.
window.parent.postMessage({ type: 'hello' }, '*');
