// Calls to the API from a frame, with the merchant's publishable key: form bodies with bracket
// nesting, JSON answers. Errors are returned as values, as the page gets them.
import { settings } from './parent.js';

const API = new URL('../v1/', location.href);

/** { card: { number } } becomes card[number]; undefined values are not sent. */
function pairs(value, name) {
  if (value === undefined || value === null) return [];
  if (typeof value !== 'object') return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, inner]) =>
    pairs(inner, name === '' ? key : `${name}[${key}]`),
  );
}

function headers() {
  const { publishableKey, stripeAccount } = settings;
  const account = stripeAccount === undefined ? {} : { 'stripe-account': stripeAccount };
  // Known to the sandbox alone: the options of Elements are compared with those of the intent.
  return { authorization: `Bearer ${publishableKey}`, 'x-elements': 'true', ...account };
}

const LOST = {
  type: 'api_connection_error',
  message: 'We could not reach the payment service. Please check your connection and try again.',
};

async function call(path, init) {
  try {
    const response = await fetch(new URL(path, API), init);
    const body = await response.json();
    return response.ok ? { body } : { error: body.error };
  } catch {
    return { error: LOST };
  }
}

export function post(path, params) {
  const type = 'application/x-www-form-urlencoded';
  const body = new URLSearchParams(pairs(params, '')).toString();
  return call(path, { method: 'POST', headers: { ...headers(), 'content-type': type }, body });
}

export function get(path, params = {}) {
  const query = new URLSearchParams(pairs(params, ''));
  return call(`${path}?${query}`, { headers: headers() });
}

/** The merchant's name and the accounts of the simulated bank login. */
export function openSession() {
  return get('../elements/session');
}

/** The path of an intent, derived from its client secret. */
export function intentPath(clientSecret) {
  const [id] = clientSecret.split('_secret_');
  return `${id.startsWith('seti_') ? 'setup_intents' : 'payment_intents'}/${id}`;
}

export async function retrieveIntent(clientSecret) {
  const { body, error } = await get(intentPath(clientSecret), { client_secret: clientSecret });
  return { intent: body, error };
}

export async function confirmIntent({ clientSecret, params, returnUrl }) {
  const { body, error } = await post(`${intentPath(clientSecret)}/confirm`, {
    ...params,
    client_secret: clientSecret,
    return_url: returnUrl,
    use_stripe_sdk: true,
  });
  return { intent: body, error };
}

export async function createConfirmationToken(methodData, params, { setupFutureUsage }) {
  const { body: token, error } = await post('confirmation_tokens', {
    payment_method_data: methodData,
    return_url: params?.return_url,
    setup_future_usage: setupFutureUsage,
  });
  return { token, error };
}
