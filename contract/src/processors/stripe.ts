import { cents } from '../money.ts';
import {
  CHALLENGE_URL,
  type FieldProblem,
  type ProcessorDescription,
  type ProcessorValues,
  SCRIPT_URL,
  WEBHOOK_SECRET,
} from './processor-fields.ts';

const MODE = /^[a-z]+_(test|live)_/;
const toMode = (key: string | null | undefined) => MODE.exec(key ?? '')?.[1];

function toProblems({ publicKey, processorKey }: ProcessorValues): FieldProblem[] {
  if (toMode(publicKey) === toMode(processorKey)) return [];
  const message = `The secret key is a ${toMode(processorKey)} key, and the publishable key a ${toMode(publicKey)} key.`;
  return [{ field: 'publicKey', message }];
}

/** Documented for every method. */
export const STRIPE_CHARGE_MIN = cents(50);

const SCRIPT = 'https://js.stripe.com/endive/stripe.js';
const SCRIPT_HOSTS = ['https://js.stripe.com', 'https://*.js.stripe.com'];

/** Stripe uses the same servers for both modes. */
export const STRIPE: ProcessorDescription = {
  displayName: 'Stripe',
  origins: {
    scripts: SCRIPT_HOSTS,
    connections: ['https://api.stripe.com', ...SCRIPT_HOSTS],
    frames: [...SCRIPT_HOSTS, 'https://hooks.stripe.com'],
  },
  api: { test: 'https://api.stripe.com', live: 'https://api.stripe.com' },
  script: { test: SCRIPT, live: SCRIPT },
  inSandbox: { api: '/stripe', script: '/stripe/endive/stripe.js' },
  isLive: ({ processorKey, publicKey }) => toMode(processorKey ?? publicKey) === 'live',
  fields: {
    publicKey: {
      label: 'Publishable key',
      about: 'From the dashboard, “Developers”.',
      isRequired: true,
      pattern: /^pk_(test|live)_\w+$/,
      example: 'pk_live_… or pk_test_…',
    },
    processorKey: {
      label: 'Secret key',
      about: 'The secret key of the same account and mode, or a restricted one.',
      isRequired: true,
      pattern: /^(sk|rk)_(test|live)_\w+$/,
      example: 'sk_live_…, rk_live_… or sk_test_…',
    },
    webhookSecret: {
      ...WEBHOOK_SECRET,
      pattern: /^whsec_\w+( whsec_\w+)*$/,
      example: 'whsec_…',
    },
    stripeAccount: {
      label: 'Connected account',
      about: 'The account to act for, if the keys belong to a platform.',
      pattern: /^acct_\w+$/,
      example: 'acct_…',
      isAdvanced: true,
    },
    scriptUrl: SCRIPT_URL,
    challengeUrl: CHALLENGE_URL,
    apiVersion: {
      label: 'API version',
      about: 'Of a Stripe-compatible server.',
      pattern: /^\d{4}-\d{2}-\d{2}(\.\w+)?$/,
      example: '2024-06-20',
      isAdvanced: true,
    },
    omits: {
      label: 'Omitted parameters',
      about: 'Parameters that a Stripe-compatible server refuses, separated by commas.',
      pattern:
        /^(description|return_url|setup_future_usage|use_stripe_sdk)(,(description|return_url|setup_future_usage|use_stripe_sdk))*$/,
      example: 'description,return_url',
      isAdvanced: true,
    },
    idempotency: {
      label: 'Idempotency keys',
      about: '`none` for a Stripe-compatible server that ignores them.',
      options: ['keys', 'none'],
      isAdvanced: true,
    },
  },
  toProblems,
  webhookEvents: [
    'payment_intent.processing',
    'payment_intent.succeeded',
    'payment_intent.payment_failed',
    'payment_intent.requires_action',
    'payment_intent.canceled',
    'charge.refunded',
    'charge.refund.updated',
    'refund.created',
    'refund.updated',
    'refund.failed',
    'charge.dispute.created',
    'charge.dispute.updated',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.funds_reinstated',
    'charge.dispute.closed',
    'setup_intent.succeeded',
    'setup_intent.setup_failed',
    'setup_intent.canceled',
    'payment_method.updated',
    'payment_method.automatically_updated',
    'mandate.updated',
    'radar.early_fraud_warning.created',
    'review.opened',
    'review.closed',
  ],
  hasPayouts: true,
  takesEvidence: true,
  domain: 'wallets',
};
