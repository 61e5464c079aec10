// The script a merchant's page loads: it defines window.PayEngine, renders each secure field as a
// frame of this server, and exchanges states and tokens with the frames, never card data.
// Confirmed: SecureFields.create, form.field, createCard, createBankAccount, collectBrowserInfo,
// perform3DSFlow, fetchAccessToken. Guessed after VGS Collect: form.state, form.isFormValid and the
// classes on the container, which a page needs because :focus-within does not apply inside a frame.
import {
  createRequests,
  listeners,
  makeFrame,
  openDialog,
  pageUrl,
  randomId,
  source,
  within,
} from '../common/frames.js';

const READY_WITHIN_MS = 10_000;
const ANSWER_WITHIN_MS = 20_000;
const FIELD_TYPES = [
  'text',
  'number',
  'zip-code',
  'card-number',
  'card-security-code',
  'card-expiration-date',
];
const VALIDATIONS = [
  'required',
  'validCardNumber',
  'validCardSecurityCode',
  'validCardExpirationDate',
];
/** A pattern between slashes is a validation as well, as in VGS Collect. */
const PATTERN = /^\/.+\/$/;
const LABELS = {
  card_holder: 'Card holder name',
  card_number: 'Card number',
  card_cvc: 'Security code',
  card_exp: 'Expiry date',
  address_zip: 'ZIP code',
  routing_number: 'Routing number',
  account_number: 'Account number',
  first_name: 'First name',
  last_name: 'Last name',
  business_name: 'Business name',
};

const base = new URL('../../', source);

const failure = (message) => ({ data: { error: true, message } });

function checkOptions({ type, name, validations = [] }) {
  if (!FIELD_TYPES.includes(type)) throw new Error(`Unknown field type '${type}'`);
  if (typeof name !== 'string' || name === '') throw new Error('A field needs a name');
  const unknown = validations.find(
    (validation) => !VALIDATIONS.includes(validation) && !PATTERN.test(validation),
  );
  if (unknown !== undefined) throw new Error(`Unknown validation '${unknown}'`);
}

function emptyState() {
  return {
    isDirty: false,
    isTouched: false,
    isFocused: false,
    isValid: false,
    isEmpty: true,
    errorMessages: [],
  };
}

const CLASSES = {
  focused: ({ isFocused }) => isFocused,
  dirty: ({ isDirty }) => isDirty,
  touched: ({ isTouched }) => isTouched,
  empty: ({ isEmpty }) => isEmpty,
  valid: ({ isValid }) => isValid,
  invalid: ({ isValid }) => !isValid,
};

function markContainer(container, state) {
  for (const [name, isOn] of Object.entries(CLASSES)) {
    container.classList.toggle(`vgs-collect-container__${name}`, isOn(state));
  }
}

function drawField(formId, container, options) {
  const { name, css, ariaLabel } = options;
  const label = ariaLabel ?? LABELS[name] ?? name;
  const settings = { ...options, form: formId, label };
  // payengineStyles() of the loader package returns styles as text.
  if (typeof css === 'string') settings.css = JSON.parse(css);
  const url = pageUrl(new URL('fields/field.html', base), settings);
  const frame = makeFrame(url, `Secure input: ${label}`);
  const field = { name, frame, state: emptyState() };
  // A container without a height gets the height of the input.
  const isFlat = container.clientHeight < 16;

  field.send = (message) => frame.contentWindow.postMessage(message, source.origin);
  const { ask, settle } = createRequests(field.send);
  field.ask = ask;
  field.ready = new Promise((resolve) => {
    field.receive = (message) => {
      if (message?.type === 'ready') {
        if (isFlat) frame.style.height = `${message.heightPx}px`;
        resolve();
      }
      if (message?.type === 'state') {
        Object.assign(field.state, message.state);
        markContainer(container, field.state);
      }
      if (message?.type === 'answer') settle(message.request, message);
    };
  });
  frame.style.height = isFlat ? '1.5em' : '100%';
  listeners.add(field);
  container.append(frame);
  return field;
}

async function authorization() {
  if (typeof PayEngine.fetchAccessToken !== 'function') {
    return `Basic ${source.searchParams.get('key') ?? ''}`;
  }
  const { access_token: token } = await PayEngine.fetchAccessToken();
  return `Bearer ${token}`;
}

async function tokenize(fields, kind, extra) {
  // A field whose container was removed is no longer part of the form.
  const alive = [...fields.values()].filter((field) => field.frame.isConnected);
  const [first] = alive;
  if (first === undefined) throw failure('The form has no fields');
  await within(
    Promise.all(alive.map((field) => field.ready)),
    READY_WITHIN_MS,
    failure('The secure fields did not load'),
  );
  const names = alive.map((field) => field.name);
  // Any field can collect the values of the others: they share this server's origin.
  const question = { type: 'tokenize', kind, names, authorization: await authorization() };
  const answer = await within(
    first.ask({ ...question, extra }),
    ANSWER_WITHIN_MS,
    failure('The payment service did not answer'),
  );
  if (answer.result === undefined) throw answer.errors ?? failure(answer.message);
  return answer.result;
}

function createForm() {
  const id = randomId();
  const fields = new Map();
  const state = {};

  const remove = (name) => {
    const field = fields.get(name);
    if (field === undefined) return;
    listeners.delete(field);
    field.frame.remove();
    fields.delete(name);
    delete state[name];
  };

  return {
    /** Live: one entry per field, by name. */
    state,
    isFormValid: () =>
      fields.size > 0 && [...fields.values()].every(({ state: { isValid } }) => isValid),
    field(selector, options) {
      checkOptions(options);
      const container = typeof selector === 'string' ? document.querySelector(selector) : selector;
      if (container === null) throw new Error(`No element matches '${selector}'`);
      remove(options.name);
      const field = drawField(id, container, options);
      fields.set(options.name, field);
      state[options.name] = field.state;
      return {
        focus: () => {
          field.frame.focus();
          field.send({ type: 'focus' });
        },
        delete: () => remove(options.name),
      };
    },
    createCard: (extra = {}) => tokenize(fields, 'card', extra),
    createBankAccount: (extra = {}) => tokenize(fields, 'bank', extra),
    destroy: () => [...fields.keys()].forEach(remove),
  };
}

async function collectBrowserInfo() {
  const info = {
    userAgent: navigator.userAgent,
    language: navigator.language,
    colorDepth: screen.colorDepth,
    screenWidth: screen.width,
    screenHeight: screen.height,
    timezoneOffset: new Date(performance.timeOrigin).getTimezoneOffset(),
    javaEnabled: false,
    javaScriptEnabled: true,
  };
  return btoa(JSON.stringify(info));
}

/** Shows the challenge in a frame; its result on the server is authoritative. */
function perform3DSFlow(data, callback) {
  const { t, s } = JSON.parse(atob(data));
  const url = pageUrl(new URL('3ds/challenge.html', base), { t, s });
  const frame = makeFrame(url, '3-D Secure challenge');
  const dialog = openDialog(frame, '3-D Secure');
  let isOver = false;
  const finish = (success) => {
    if (isOver) return;
    isOver = true;
    listeners.delete(listener);
    dialog.close();
    dialog.remove();
    callback({ success });
  };
  const listener = {
    frame,
    receive: (message) => {
      if (message?.type === 'challenge_finished') finish(message.success === true);
    },
  };
  listeners.add(listener);
  dialog.addEventListener('close', () => finish(false));
}

const PayEngine = {
  SecureFields: { create: async () => createForm() },
  collectBrowserInfo,
  perform3DSFlow,
  fetchAccessToken: undefined,
};
window.PayEngine = PayEngine;

// The loader's callback sets fetchAccessToken; only the loader's own names are called.
const onload = source.searchParams.get('onload') ?? '';
if (/^payengineOnload_[a-z]+$/.test(onload)) window[onload]?.();
