/**
 * Lists Stripe's payment intents for reconciliation, with their disputes: a disputed intent still has the status
 * `succeeded`.
 */
import type { Instant } from '@quittance/contract/dates';
import type Stripe from 'stripe';
import type { ListedCharge, TimeSpan } from '../processor.ts';
import { type Dispute, expanded, fromPayment } from './from-stripe.ts';

export async function disputeOf(
  stripe: Stripe,
  intent: Stripe.PaymentIntent,
): Promise<Dispute | null> {
  if (!expanded(intent.latest_charge)?.disputed) return null;
  const { data } = await stripe.disputes.list({ payment_intent: intent.id, limit: 1 });
  return data[0] ?? null;
}

/** A failed intent has no method; its last error contains the one that failed. */
function isDebit({ payment_method: method, last_payment_error: report }: Stripe.PaymentIntent) {
  return (expanded(method) ?? report?.payment_method)?.type === 'us_bank_account';
}

async function listed(stripe: Stripe, intent: Stripe.PaymentIntent): Promise<ListedCharge> {
  const { attempt_id: reference, invoice_ref: invoiceRef } = intent.metadata;
  return {
    reference: reference ?? null,
    invoiceRef: invoiceRef ?? null,
    kind: isDebit(intent) ? 'ach' : 'card',
    outcome: fromPayment(intent, await disputeOf(stripe, intent)),
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
