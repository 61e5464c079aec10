// The group of elements created by stripe.elements(): its options, its submit, and which of its
// elements has the payer's input.
import { createElement } from './element.js';
import { integrationError } from './frames.js';

function checkElementsOptions({ paymentMethodTypes, payment_method_types, ...options }) {
  if ((paymentMethodTypes ?? payment_method_types) !== undefined) {
    throw integrationError(
      'elements(): paymentMethodTypes is no longer supported. Use allowedPaymentMethodTypes.',
    );
  }
  if (options.mode === 'payment' && !Number.isInteger(options.amount)) {
    throw integrationError('elements(): an amount in cents is required in payment mode.');
  }
  return options;
}

export function createElements(access, given = {}) {
  const created = new Map();
  const group = {
    access,
    options: checkElementsOptions(given),
    wallet: undefined,
    isSubmitted: false,
    forget: (type) => created.delete(type),
    /** The element whose contents are used: a wallet takes precedence over the fields. */
    active: () => created.get(group.wallet === undefined ? 'payment' : 'expressCheckout'),
  };
  return {
    group,
    create(type, options) {
      if (created.has(type)) {
        throw integrationError(`Can only create one Element of type ${type}.`);
      }
      const element = createElement(group, type, options);
      created.set(type, element);
      return element;
    },
    getElement: (type) => created.get(type) ?? null,
    async update(changes) {
      group.options = checkElementsOptions({ ...group.options, ...changes });
      for (const element of created.values()) element.refresh();
    },
    fetchUpdates: async () => ({}),
    async submit() {
      const element = group.active();
      if (!element?.isMounted()) throw integrationError('elements.submit(): nothing is mounted.');
      const answer = group.wallet ? {} : await element.ask('submit');
      group.isSubmitted = answer.error === undefined;
      return answer;
    },
  };
}

/** Runs an action with the collected details, in the frame that has them. */
export async function useElements({ group }, action, details) {
  if (!group.isSubmitted) {
    throw integrationError('elements.submit() must be called before this method.');
  }
  return group.active().ask(action, { ...details, wallet: group.wallet });
}
