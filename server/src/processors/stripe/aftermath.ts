/**
 * What followed a charge at Stripe: refunds, ours and those made in the dashboard, and the latest dispute. The
 * intent keeps the status `succeeded` through all of them.
 */
import { cents } from '@quittance/contract/money';
import type Stripe from 'stripe';
import type { BookedRefund } from '../processor.ts';
import { type Aftermath, type Dispute, expanded } from './from-stripe.ts';

const REFUNDS_MAX = 1000;

async function disputeOf(stripe: Stripe, intent: string): Promise<Dispute | null> {
  const { data } = await stripe.disputes.list({ payment_intent: intent, limit: 1 });
  return data[0] ?? null;
}

/** Stripe lists the newest first. A refund of a debit is pending for days and can still fail. */
async function refundsOf(stripe: Stripe, intent: string): Promise<BookedRefund[]> {
  const refunds = await stripe.refunds
    .list({ payment_intent: intent, limit: 100 })
    .autoPagingToArray({ limit: REFUNDS_MAX });
  return refunds
    .filter(({ status }) => status === 'succeeded')
    .map(({ id, amount, metadata }) => ({
      refundReference: id,
      reference: metadata?.['refund_reference'] ?? null,
      amountCents: cents(amount),
    }))
    .reverse();
}

/** A Stripe-compatible server may not expand the charge; then nothing is known about it. */
export async function aftermathOf(
  stripe: Stripe,
  { id, latest_charge: latest }: Stripe.PaymentIntent,
): Promise<Aftermath> {
  const charge = expanded(latest);
  if (!charge) return { refunds: null, dispute: null };
  return {
    refunds: charge.amount_refunded > 0 ? await refundsOf(stripe, id) : [],
    dispute: charge.disputed ? await disputeOf(stripe, id) : null,
  };
}
