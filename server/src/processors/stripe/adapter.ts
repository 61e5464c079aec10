/** The adapter for Stripe: its settings and its parts. */
import type { Credentials } from '../credentials.ts';
import type { Processor } from '../processor.ts';
import type { ProcessorModule, ProcessorSettings } from '../processor-module.ts';
import { Secret } from '../secret.ts';
import { baseUrlFor } from '../servers.ts';
import { toCharges } from './charges.ts';
import { createClient, toVersion } from './client.ts';
import { toDisputes } from './disputes.ts';
import { toIntents } from './intents.ts';
import { toMethods } from './methods.ts';
import { toPayouts } from './payouts.ts';
import { omittedBy } from './to-stripe.ts';
import { verify } from './verify.ts';
import { createWebhooks } from './webhook.ts';

/**
 * Settings of the company that are not secret, all optional. `stripeAccount` is a connected account to act for. The
 * others are for a Stripe-compatible server: `apiVersion` is its version, `omits` is a comma-separated list of
 * parameters that it refuses, and `idempotency: 'none'` means that it ignores idempotency keys.
 */
export function createStripe(settings: ProcessorSettings, credentials: Credentials): Processor {
  const { http, clock } = settings;
  const { processorKey, publicKey, webhookSecret, extra } = credentials;
  const baseUrl = baseUrlFor(settings, 'stripe', credentials);
  const { apiVersion = null, stripeAccount = null } = extra;
  const access = { baseUrl, secretKey: processorKey, apiVersion, stripeAccount };
  const stripe = createClient(http, access);
  const account = {
    stripe,
    clock,
    apiVersion: toVersion(access),
    omits: omittedBy(extra['omits'] ?? ''),
    supportsIdempotencyKeys: extra['idempotency'] !== 'none',
  };
  const browser = publicKey
    ? createClient(http, { ...access, secretKey: new Secret(publicKey) })
    : null;
  return {
    name: 'stripe',
    verify: () => verify(stripe, browser),
    charges: toCharges(account),
    methods: toMethods(account),
    intents: toIntents(account),
    payouts: toPayouts(stripe),
    disputes: toDisputes(stripe),
    ...(webhookSecret ? { webhooks: createWebhooks(webhookSecret, clock) } : {}),
  };
}

export const STRIPE: ProcessorModule = {
  create: createStripe,
  savedMethods: (rows) => ({
    paymentMethod: rows.map(({ id, brand, last4, kind, details }) => ({
      id,
      brand,
      last4,
      ...details,
      paymentMethodId: id,
      paymentMethod: kind === 'ach' ? 'us_bank_account' : 'card',
    })),
  }),
};
