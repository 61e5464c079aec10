/**
 * The Stripe customer of a saved method. Stripe has no upsert, so our customer id is searched first. The search
 * index lags by up to a minute; during that time, the idempotency key prevents a second customer.
 */
import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { Payer } from '../processor.ts';
import { toCustomer } from './to-stripe.ts';

/** A failed search does not stop the charge. At worst, the person becomes two customers at Stripe. */
async function searchCustomer(stripe: Stripe, reference: string): Promise<string | null> {
  try {
    const quoted = reference.replace(/["\\]/g, '');
    const query = `metadata["customer_id"]:"${quoted}"`;
    const { data } = await stripe.customers.search({ query, limit: 1 });
    return data[0]?.id ?? null;
  } catch {
    return null;
  }
}

export async function ensureCustomer(stripe: Stripe, payer: Payer): Promise<string> {
  const found = await searchCustomer(stripe, payer.reference);
  if (found) return found;
  const params = toCustomer(payer);
  // Stripe refuses to reuse a key with different parameters, so the key contains a hash of them.
  const digest = createHash('sha256').update(JSON.stringify(params)).digest('hex').slice(0, 16);
  const idempotencyKey = `customer-${payer.reference}-${digest}`;
  return (await stripe.customers.create(params, { idempotencyKey })).id;
}
