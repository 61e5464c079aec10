/** Lists Stripe's payment intents for reconciliation, with the refunds and the dispute of each. */
import type { Instant } from '@quittance/contract/dates';
import type Stripe from 'stripe';
import type { ListedCharge, TimeSpan } from '../processor.ts';
import { aftermathOf } from './aftermath.ts';
import { fromPayment, isDebit } from './from-stripe.ts';

async function listed(stripe: Stripe, intent: Stripe.PaymentIntent): Promise<ListedCharge> {
  const { attempt_id: reference, invoice_ref: invoiceRef } = intent.metadata;
  return {
    reference: reference ?? null,
    invoiceRef: invoiceRef ?? null,
    kind: isDebit(intent) ? 'ach' : 'card',
    outcome: fromPayment(intent, await aftermathOf(stripe, intent)),
  };
}

function unixSeconds(at: Instant): number {
  return Math.floor(Date.parse(at) / 1000);
}

export async function listCharges(stripe: Stripe, span: TimeSpan): Promise<ListedCharge[]> {
  const intents = stripe.paymentIntents.list({
    created: { gte: unixSeconds(span.from), lte: unixSeconds(span.to) },
    limit: 100,
    expand: ['data.payment_method', 'data.latest_charge'],
  });
  const charges: ListedCharge[] = [];
  for await (const intent of intents) charges.push(await listed(stripe, intent));
  return charges;
}
