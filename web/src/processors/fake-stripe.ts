/**
 * For tests only: the object Stripe's script would define, driven from the test. Stands at the edge,
 * like the fake network: our own wrapper around it is the real one.
 */

type Handler = (event: object) => void;
type StripeError = { type: string; message?: string };

export type FakeStripe = {
  keys: { key: string; options: unknown }[];
  options: unknown;
  elementOptions: unknown;
  updates: unknown[];
  mountedAt: string | null;
  emit: (name: string, event?: object) => void;
  /** What goes wrong from now on, at which step. */
  errors: {
    load?: StripeError;
    submit?: StripeError;
    token?: StripeError;
    action?: StripeError;
  };
  actions: string[];
};

export function installFakeStripe(): FakeStripe {
  let handlers: [string, Handler][] = [];
  const fake: FakeStripe = {
    keys: [],
    options: null,
    elementOptions: null,
    updates: [],
    mountedAt: null,
    emit: (name, event = {}) => {
      for (const [heard, handler] of handlers) if (heard === name) handler(event);
    },
    errors: {},
    actions: [],
  };
  const element = {
    on: (name: string, handler: Handler) => handlers.push([name, handler]),
    mount: (selector: string) => {
      fake.mountedAt = selector;
      const { load } = fake.errors;
      queueMicrotask(() => (load ? fake.emit('loaderror', { error: load }) : fake.emit('ready')));
    },
    focus: () => fake.emit('focus'),
    destroy: () => {
      fake.mountedAt = null;
      handlers = [];
    },
  };
  const elements = {
    create: (_type: string, options: unknown) => {
      fake.elementOptions = options;
      return element;
    },
    submit: async () => ({ error: fake.errors.submit }),
    update: (change: unknown) => fake.updates.push(change),
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
