/** Stripe behind our port: which settings it needs, and its parts put together. */
import { invariant } from '@quittance/domain/invariant';
import type { Credentials, Processor } from '../processor.ts';
import type { ProcessorSettings } from '../registry.ts';
import { chargesOf } from './charges.ts';
import { createClient, versionOf } from './client.ts';
import { methodsOf } from './methods.ts';
import { omittedBy } from './to-stripe.ts';
import { createWebhooks } from './webhook.ts';

/**
 * Settings of the company that are no secrets, all optional: `stripeAccount` is a connected account
 * to act for. The others are for another server that speaks Stripe's language: `apiVersion` is its
 * version, `omits` names parameters it would refuse, separated by commas, and `idempotency: 'none'`
 * says that it does not know a request again, so that none is sent twice.
 */
export function createStripe(settings: ProcessorSettings, credentials: Credentials): Processor {
  const { http, clock, baseUrls } = settings;
  const { processorKey, webhookSecret, extra } = credentials;
  const baseUrl = baseUrls.stripe;
  invariant(baseUrl, 'the Stripe address is configured');
  const { apiVersion = null, stripeAccount = null } = extra;
  const access = { baseUrl, secretKey: processorKey, apiVersion, stripeAccount };
  const stripe = createClient(http, access);
  const account = {
    stripe,
    clock,
    apiVersion: versionOf(access),
    omits: omittedBy(extra['omits'] ?? ''),
    supportsIdempotencyKeys: extra['idempotency'] !== 'none',
  };
  return {
    name: 'stripe',
    charges: chargesOf(account),
    methods: methodsOf(account),
    ...(webhookSecret ? { webhooks: createWebhooks(webhookSecret, clock) } : {}),
  };
}
