import {
  CHALLENGE_URL,
  type FieldProblem,
  type ProcessorDescription,
  type ProcessorValues,
  SCRIPT_URL,
  WEBHOOK_SECRET,
} from './processor-fields.ts';

/** PayEngine documents only that production keys contain `_prod_`. */
function toMode(key: string | null | undefined): 'live' | 'test' | null {
  if (/_prod_|_live_/.test(key ?? '')) return 'live';
  return /_test_|_sandbox_/.test(key ?? '') ? 'test' : null;
}

function toProblems({ publicKey, processorKey }: ProcessorValues): FieldProblem[] {
  const [shown, secret] = [toMode(publicKey), toMode(processorKey)];
  if (shown === null || secret === null || shown === secret) return [];
  const message = `The private key is a ${secret} key, and the public key a ${shown} key.`;
  return [{ field: 'publicKey', message }];
}

const CONSOLES = ['https://console.payengine.co', 'https://console.payengine.dev'];
/** The hosts of the fields' frames are not documented: those of the script and of the token service are allowed. */
const HOSTS = [...CONSOLES, 'https://gw.payengine.co', 'https://gw.payengine.dev'];

export const PAYENGINE: ProcessorDescription = {
  displayName: 'PayEngine',
  origins: { scripts: CONSOLES, connections: HOSTS, frames: HOSTS },
  api: { test: 'https://console.payengine.dev', live: 'https://console.payengine.co' },
  script: {
    test: 'https://console.payengine.dev/js/1.0.0/securefields.min.js',
    live: 'https://console.payengine.co/js/1.0.0/securefields.min.js',
  },
  inSandbox: { api: '/payengine', script: '/payengine/js/1.0.0/securefields.min.js' },
  isLive: ({ processorKey, publicKey }) => toMode(processorKey ?? publicKey) === 'live',
  fields: {
    merchantId: {
      label: 'Merchant ID',
      about: 'From the PayEngine console.',
      isRequired: true,
      pattern: /^[\w-]{3,100}$/,
      example: 'the ID in the console, without spaces',
    },
    processorKey: {
      label: 'Private key',
      about: 'The private key of this merchant. A production key contains `_prod_`.',
      isRequired: true,
      pattern: /^(?!pk_)\S{8,}$/,
      example: 'sk_test_…, not a public key',
    },
    publicKey: {
      label: 'Public key',
      about: 'The public key of this merchant, with which browsers load the payment fields.',
      isRequired: true,
      pattern: /^pk_\S+$/,
      example: 'pk_test_…',
    },
    webhookSecret: WEBHOOK_SECRET,
    scriptUrl: SCRIPT_URL,
    challengeUrl: CHALLENGE_URL,
  },
  toProblems,
  webhookEvents: [
    'PAYMENT_SALE',
    'PAYMENT_FAILED',
    'PAYMENT_VOIDED',
    'PAYMENT_REFUNDED',
    'PAYMENT_ACH',
    'PAYMENT_ACH_REFUNDED',
    'ADJUSTMENT_RECEIVED',
    'DISPUTE_CREATED',
    'DISPUTE_INFORMATION_UPDATED',
  ],
  hasPayouts: false,
  takesEvidence: false,
  domain: 'none',
};
