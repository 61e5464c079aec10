// The Checkout SDK a merchant's page loads: it defines window.fiserv, renders each hosted field as
// a frame of this server in the merchant's elements, and exchanges states with the frames, never
// card data. Confirmed: components.paymentFields with its data and hooks, the form's methods, the
// errors, init. Names that the sandbox does not simulate are rejected as a bad configuration.
import { createRequests, listeners, makeFrame, source, within } from '../common/frames.js';

const RENDER_WITHIN_MS = 10_000;
const ANSWER_WITHIN_MS = 20_000;
const FIELDS = {
  CREDIT_CARD: {
    cardNumber: 'Card number',
    nameOnCard: 'Name on card',
    firstName: 'First name',
    lastName: 'Last name',
    securityCode: 'Security code',
    expiration: 'Expiration date',
  },
  BANK_ACCOUNT: {
    accountNumber: 'Account number',
    routingNumber: 'Routing number',
    idType: 'ID type',
    idValue: 'ID number',
    driverLicenseState: 'State of the driver license',
  },
};
const MODES = ['REQUIRED', 'OPTIONAL', 'DISABLED'];
const SUBMIT_KEYS = ['apiKey', 'accessToken', 'publicKey', 'keyId', 'merchantId'];

function failure(name, message, more = {}) {
  const error = Object.assign(new Error(message), { name, ...more });
  error.toString = () => `${name}: ${message}${more.errors ? ` (${more.errors.join(', ')})` : ''}`;
  return error;
}

function fieldProblems([name, field], labels) {
  if (!Object.hasOwn(labels, name)) return [`fields.${name} is not supported`];
  const id = field?.parentElementId;
  if (typeof id !== 'string') return [`fields.${name}.parentElementId is required`];
  return document.getElementById(id) === null ? [`No element has the id '${id}'`] : [];
}

function toProblems({ environment, paymentMethod = 'CREDIT_CARD', fields = {} } = {}) {
  const labels = FIELDS[paymentMethod];
  if (!['CERT', 'PROD'].includes(environment)) return ['environment must be CERT or PROD'];
  if (labels === undefined) return [`paymentMethod ${paymentMethod} is not supported`];
  const problems = Object.entries(fields).flatMap((entry) => fieldProblems(entry, labels));
  if (Object.keys(fields).length === 0) problems.push('fields must not be empty');
  if (fields.nameOnCard && (fields.firstName || fields.lastName)) {
    problems.push('nameOnCard cannot be used with firstName and lastName');
  }
  return problems;
}

/** One field: its frame, its last known state, and its requests. */
function drawField(settings, onReport) {
  const { name, parentElementId, label } = settings;
  const parent = document.getElementById(parentElementId);
  const frame = makeFrame(new URL('fields/field.html', source), `Secure input: ${label}`);
  const state = { isValid: false, isPotentiallyValid: true, shouldShowError: false };
  const field = { name, frame, mode: 'REQUIRED', state: { ...state, hasData: false } };
  // An element without a height gets the height of the input.
  const isFlat = parent.clientHeight < 16;
  field.send = (message) => frame.contentWindow.postMessage(message, source.origin);
  const { ask, settle } = createRequests(field.send);
  field.ask = ask;
  field.ready = new Promise((resolve) => {
    field.receive = (message) => {
      if (message?.type === 'hello') field.send({ type: 'settings', settings });
      if (message?.type === 'ready') {
        if (isFlat) frame.style.height = `${message.heightPx}px`;
        resolve();
      }
      if (message?.type === 'report') onReport(field, message);
      if (message?.type === 'answer') settle(message.request, message);
    };
  });
  frame.style.height = isFlat ? '1.5em' : '100%';
  listeners.add(field);
  parent.append(frame);
  return field;
}

/** Calls the merchant's hooks for the changes between two reports of a field. */
function createReporter({ fields, hooks, form }) {
  let wasValid = false;
  let brand = null;
  const isCounted = ({ mode }) => mode !== 'DISABLED';
  const call = (hook, ...given) => hooks[hook]?.(...given, formState(), form);
  const formState = () => ({
    cardBrand: brand,
    fields: Object.fromEntries(fields.map(({ name, state }) => [name, { ...state }])),
  });
  const isFormValid = () => fields.filter(isCounted).every(({ state }) => state.isValid);

  function report(field, message) {
    const before = field.state;
    field.state = message.state;
    const flags = Object.keys(before);
    if (message.isFocused !== undefined) {
      call(message.isFocused ? 'onFocus' : 'onLostFocus', field.name);
    }
    if (message.brand !== undefined && message.brand !== brand) {
      brand = message.brand;
      call('onCardBrandChange', brand);
    }
    if (flags.some((flag) => before[flag] !== field.state[flag])) {
      call('onFieldValidityChange', { field: field.name, ...field.state });
    }
    if (isFormValid() === wasValid) return;
    wasValid = !wasValid;
    call(wasValid ? 'onFormValid' : 'onFormNoLongerValid');
  }
  return { report, formState };
}

async function submit(fields, paymentMethod, config) {
  const missing = SUBMIT_KEYS.filter((key) => typeof config?.[key] !== 'string');
  if (missing.length > 0) {
    const errors = missing.map((key) => `${key} is required`);
    throw failure('ValidationError', 'BAD_SUBMIT_CONFIG', { errors });
  }
  const enabled = fields.filter(({ mode }) => mode !== 'DISABLED');
  const [first] = enabled;
  if (first === undefined) throw failure('GeneralError', 'NO_FIELDS_ENABLED');
  // Any field can collect the values of the others: they share this server's origin.
  const names = enabled.map(({ name }) => name);
  const answer = await within(
    first.ask({ type: 'submit', names, paymentMethod, config }),
    ANSWER_WITHIN_MS,
    failure('GeneralError', 'The payment service did not answer'),
  );
  if (answer.invalid) {
    throw failure('ValidationError', 'BAD_FORM_DATA', { errors: answer.invalid });
  }
  if (answer.message !== undefined) throw failure('GeneralError', answer.message);
  const { ok, response } = answer;
  if (ok) return response.body;
  throw failure('HttpError', `${response.statusCode} ${response.statusText}`, { response });
}

function toMethods(fields, { data, paymentMethod, formState }) {
  const named = (name) => fields.filter((field) => name === undefined || field.name === name);
  const send = (name, message) => {
    for (const field of named(name)) field.send(message);
  };
  return {
    submit: (config) => submit(fields, paymentMethod, config),
    reset: (name) => send(name, { type: 'reset' }),
    mask: (name, isMasked) => send(name, { type: 'mask', isMasked }),
    configure: (name, { placeholder } = {}) => send(name, { type: 'configure', placeholder }),
    behavior(name, mode) {
      if (!MODES.includes(mode)) throw failure('ValidationError', 'BAD_FORM_CONFIG');
      for (const field of named(name)) field.mode = mode;
      send(name, { type: 'behavior', mode });
    },
    focus(name) {
      for (const field of named(name).slice(0, 1)) {
        field.frame.focus();
        field.send({ type: 'focus' });
      }
    },
    destroy() {
      for (const field of fields.splice(0)) {
        listeners.delete(field);
        field.frame.remove();
      }
    },
    toString: () => JSON.stringify({ state: formState(), fields: Object.keys(data.fields) }),
  };
}

async function paymentFields({ data, hooks = {} } = {}) {
  if (!window.isSecureContext) throw failure('GeneralError', 'BROWSER_NOT_SUPPORTED');
  const errors = toProblems(data);
  if (errors.length > 0) throw failure('ValidationError', 'BAD_FORM_CONFIG', { errors });

  const { paymentMethod = 'CREDIT_CARD', css, font, contextualCssClassNames } = data;
  const shared = { form: crypto.randomUUID(), css, font, classNames: contextualCssClassNames };
  const fields = [];
  const form = {};
  const { report, formState } = createReporter({ fields, hooks, form });
  Object.assign(form, toMethods(fields, { data, paymentMethod, formState }));
  for (const [name, settings] of Object.entries(data.fields)) {
    const label = settings.ariaLabel ?? FIELDS[paymentMethod][name];
    fields.push(drawField({ ...settings, ...shared, name, label }, report));
  }
  try {
    await within(
      Promise.all(fields.map(({ ready }) => ready)),
      RENDER_WITHIN_MS,
      failure('GeneralError', 'FORM_RENDER_TIMEOUT'),
    );
  } catch (error) {
    form.destroy();
    throw error;
  }
  return form;
}

/** Fiserv's SDK prepares wallets here; the fields do not need it. */
async function init(config = {}) {
  if (['CERT', 'PROD'].includes(config.environment)) return;
  const errors = ['environment must be CERT or PROD'];
  throw failure('ValidationError', 'BAD_FORM_CONFIG', { errors });
}

window.fiserv = { init, components: { paymentFields } };
