// The script a merchant's page loads: it defines window.PayEngine, draws each secure field as a
// frame of this server inside the merchant's page, and passes words, never values, between the two.
// Card data stays in the frames: nothing in this file could read it if it wanted to.
// Confirmed: SecureFields.create, form.field, createCard, createBankAccount, collectBrowserInfo,
// perform3DSFlow, fetchAccessToken. Guessed after VGS Collect: form.state, form.isFormValid and the
// classes on the container, which a page needs because :focus-within does not see into a frame.
// biome-ignore lint/suspicious/noRedundantUseStrict: it is loaded as a classic script, not a module
'use strict';

{
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

  const source = new URL(document.currentScript.src);
  const base = new URL('../../', source);
  const listeners = new Set();

  // Only frames that this script made, on the origin it came from, are ever listened to.
  window.addEventListener('message', (event) => {
    if (event.origin !== source.origin) return;
    for (const listener of listeners) {
      if (!listener.frame.isConnected) listeners.delete(listener);
      else if (listener.frame.contentWindow === event.source) listener.receive(event.data);
    }
  });

  const failure = (message) => ({ data: { error: true, message } });

  function randomId() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  }

  function within(promise, timeoutMs, message) {
    let timer;
    const tooLate = new Promise((_resolve, reject) => {
      timer = setTimeout(() => reject(failure(message)), timeoutMs);
    });
    return Promise.race([promise, tooLate]).finally(() => clearTimeout(timer));
  }

  function makeFrame(page, settings, title) {
    const frame = document.createElement('iframe');
    const hash = encodeURIComponent(JSON.stringify({ ...settings, origin: window.origin }));
    frame.src = `${new URL(page, base)}#${hash}`;
    frame.title = title;
    // Through the style object, not the attribute: a page's style-src does not apply to it.
    // The colour scheme must match the frame's own, or the browser paints it opaque.
    Object.assign(frame.style, { border: '0', display: 'block', width: '100%' });
    frame.style.colorScheme = 'light';
    return frame;
  }

  function checkOptions({ type, name, validations = [] }) {
    if (!FIELD_TYPES.includes(type)) throw new Error(`Unknown field type '${type}'`);
    if (typeof name !== 'string' || name === '') throw new Error('A field needs a name');
    const unknown = validations.find((validation) => !VALIDATIONS.includes(validation));
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
    // payengineStyles() of the loader package hands styles over as text.
    if (typeof css === 'string') settings.css = JSON.parse(css);
    const frame = makeFrame('fields/field.html', settings, `Secure input: ${label}`);
    const waiting = new Map();
    const field = { name, frame, state: emptyState() };
    // A container without a height of its own gets the one the input asks for.
    const isFlat = container.clientHeight < 16;

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
        if (message?.type === 'answer') waiting.get(message.request)?.(message);
      };
    });
    field.tell = (message) => frame.contentWindow.postMessage(message, source.origin);
    field.ask = (message) =>
      new Promise((resolve) => {
        const request = randomId();
        waiting.set(request, (answer) => {
          waiting.delete(request);
          resolve(answer);
        });
        field.tell({ ...message, request });
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
    // A field whose container left the page left the form with it.
    const alive = [...fields.values()].filter((field) => field.frame.isConnected);
    const [first] = alive;
    if (first === undefined) throw failure('The form has no fields');
    await within(
      Promise.all(alive.map((field) => field.ready)),
      READY_WITHIN_MS,
      'The secure fields did not load',
    );
    const names = alive.map((field) => field.name);
    // Any field can gather the others: they talk to each other on this server's origin.
    const question = { type: 'tokenize', kind, names, authorization: await authorization() };
    const answer = await within(
      first.ask({ ...question, extra }),
      ANSWER_WITHIN_MS,
      'The payment service did not answer',
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
        const container =
          typeof selector === 'string' ? document.querySelector(selector) : selector;
        if (container === null) throw new Error(`No element matches '${selector}'`);
        remove(options.name);
        const field = drawField(id, container, options);
        fields.set(options.name, field);
        state[options.name] = field.state;
        return {
          focus: () => {
            field.frame.focus();
            field.tell({ type: 'focus' });
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

  function openDialog(frame) {
    const dialog = document.createElement('dialog');
    dialog.setAttribute('aria-label', '3-D Secure');
    Object.assign(dialog.style, {
      ...{ border: '0', padding: '16px', margin: '0', boxSizing: 'border-box' },
      ...{ width: '100vw', height: '100dvh', maxWidth: 'none', maxHeight: 'none' },
      // The page may have switched pointer events off below a dialog of its own.
      ...{ display: 'grid', placeItems: 'center', pointerEvents: 'auto' },
      background: 'rgb(15 23 42 / 60%)',
    });
    Object.assign(frame.style, { maxWidth: '420px', height: 'min(520px, 100%)' });
    Object.assign(frame.style, { borderRadius: '16px', background: '#ffffff' });
    dialog.append(frame);
    document.body.append(dialog);
    dialog.showModal();
    return dialog;
  }

  /** Resolves the challenge in a frame of ours; the result on the server is the one that counts. */
  function perform3DSFlow(data, callback) {
    const { t, s } = JSON.parse(atob(data));
    const frame = makeFrame('3ds/challenge.html', { t, s }, '3-D Secure challenge');
    const dialog = openDialog(frame);
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
    // Escape must not leave the payer between two states: the challenge has its own way out.
    dialog.addEventListener('cancel', (event) => event.preventDefault());
    dialog.addEventListener('close', () => finish(false));
  }

  const PayEngine = {
    SecureFields: { create: async () => createForm() },
    collectBrowserInfo,
    perform3DSFlow,
    fetchAccessToken: undefined,
  };
  window.PayEngine = PayEngine;

  // The loader's callback hands over fetchAccessToken; its name is the loader's, not free text.
  const onload = source.searchParams.get('onload') ?? '';
  if (/^payengineOnload_[a-z]+$/.test(onload)) window[onload]?.();
}
