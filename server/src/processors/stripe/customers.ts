/**
 * The customer a kept method belongs to. Stripe has no "create unless there", so we search by our
 * own id first; its index is a minute late, and for that minute the idempotency key does the same.
 */
import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { Payer } from '../processor.ts';
import { toCustomer } from './to-stripe.ts';

/** Not finding out is no reason not to charge: at worst one person is two customers there. */
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
  // Another name is another request, which the same key would refuse.
  const digest = createHash('sha256').update(JSON.stringify(params)).digest('hex').slice(0, 16);
  const idempotencyKey = `customer-${payer.reference}-${digest}`;
  return (await stripe.customers.create(params, { idempotencyKey })).id;
}
