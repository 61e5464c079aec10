/**
 * The Stripe customer of a saved method. Stripe has no upsert, so our customer id is searched first. The search
 * index lags by up to a minute; during that time, the idempotency key prevents a second customer. Stripe repeats the
 * response to a key for a day, even if the customer was deleted, so customers are deleted after that.
 */
import { createHash } from 'node:crypto';
import { invariant } from '@quittance/domain/invariant';
import type Stripe from 'stripe';
import type { KnownCustomer, Payer } from '../processor.ts';
import { isGone, toReason } from './from-error.ts';
import { toCustomer } from './to-stripe.ts';

function findCustomers(stripe: Stripe, reference: string) {
  const quoted = reference.replace(/["\\]/g, '');
  const query = `metadata["customer_id"]:"${quoted}"`;
  return stripe.customers.search({ query, limit: 100 });
}

/** A failed search does not stop the charge. At worst, the person becomes two customers at Stripe. */
async function searchCustomer(stripe: Stripe, reference: string): Promise<string | null> {
  try {
    const { data } = await findCustomers(stripe, reference);
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

/** Every customer with our reference: a failed search or setup may have left one that no method names. */
export async function deleteCustomers(
  stripe: Stripe,
  { reference, ids }: KnownCustomer,
): Promise<'deleted'> {
  try {
    const { data } = await findCustomers(stripe, reference);
    for (const id of new Set([...ids, ...data.map((found) => found.id)])) {
      await stripe.customers.del(id).then(
        ({ deleted }) => invariant(deleted, 'Stripe says that the customer is deleted'),
        (error: unknown) => {
          if (!isGone(error)) throw error;
        },
      );
    }
    return 'deleted';
  } catch (error) {
    throw new Error(`Stripe could not delete a customer: ${toReason(error)}`);
  }
}
