/** For tests only: the object that Stripe's script defines, driven by the test. */

type Handler = (event: object) => void;
type StripeError = { type: string; message?: string };

export type FakeStripe = {
  keys: { key: string; options: unknown }[];
  options: unknown;
  elementOptions: unknown;
  updates: unknown[];
  updating: Promise<void>;
  mountedAt: string | null;
  emit: (name: string, event?: object) => void;
  wallet: {
    options: unknown;
    mountedAt: string | null;
    available: Record<string, boolean> | undefined;
    /** Never sends `ready`. */
    isSilent: boolean;
    emit: (name: string, event?: object) => void;
  };
  errors: {
    load?: StripeError;
    walletLoad?: StripeError;
    submit?: StripeError;
    token?: StripeError;
    action?: StripeError;
  };
  actions: string[];
};

function createEmitter() {
  let handlers: [string, Handler][] = [];
  return {
    on: (name: string, handler: Handler) => handlers.push([name, handler]),
    emit: (name: string, event: object = {}) => {
      for (const [registered, handler] of handlers) if (registered === name) handler(event);
    },
    clear: () => {
      handlers = [];
    },
  };
}

function toWalletElement(fake: FakeStripe, { on, emit, clear }: ReturnType<typeof createEmitter>) {
  return {
    on,
    mount: (selector: string) => {
      fake.wallet.mountedAt = selector;
      const { walletLoad: error } = fake.errors;
      const { available: availablePaymentMethods, isSilent } = fake.wallet;
      if (isSilent) return;
      queueMicrotask(() =>
        error ? emit('loaderror', { error }) : emit('ready', { availablePaymentMethods }),
      );
    },
    destroy: () => {
      fake.wallet.mountedAt = null;
      clear();
    },
  };
}

export function installFakeStripe(): FakeStripe {
  const fields = createEmitter();
  const wallet = createEmitter();
  const fake: FakeStripe = {
    keys: [],
    options: null,
    elementOptions: null,
    updates: [],
    updating: Promise.resolve(),
    mountedAt: null,
    emit: fields.emit,
    wallet: {
      options: null,
      mountedAt: null,
      available: undefined,
      isSilent: false,
      emit: wallet.emit,
    },
    errors: {},
    actions: [],
  };
  const element = {
    on: fields.on,
    mount: (selector: string) => {
      fake.mountedAt = selector;
      const { load } = fake.errors;
      queueMicrotask(() => (load ? fake.emit('loaderror', { error: load }) : fake.emit('ready')));
    },
    focus: () => fake.emit('focus'),
    destroy: () => {
      fake.mountedAt = null;
      fields.clear();
    },
  };
  const walletElement = toWalletElement(fake, wallet);
  const elements = {
    create: (type: string, options: unknown) => {
      if (type === 'expressCheckout') {
        fake.wallet.options = options;
        return walletElement;
      }
      fake.elementOptions = options;
      return element;
    },
    submit: async () => ({ error: fake.errors.submit }),
    async update(change: unknown): Promise<void> {
      await fake.updating;
      fake.updates.push(change);
    },
  };
  const stripe = {
    elements: (options: unknown) => {
      fake.options = options;
      return elements;
    },
    createConfirmationToken: async () =>
      fake.errors.token
        ? { error: fake.errors.token }
        : { confirmationToken: { id: 'ctoken_sandbox_1' } },
    handleNextAction: async ({ clientSecret }: { clientSecret: string }) => {
      fake.actions.push(clientSecret);
      return fake.errors.action ? { error: fake.errors.action } : { paymentIntent: {} };
    },
  };
  const construct = (key: string, options: unknown) => {
    fake.keys.push({ key, options });
    return stripe;
  };
  Object.assign(window, { Stripe: construct });
  return fake;
}
