/**
 * What followed a charge at Stripe: refunds, ours and those made in the dashboard, and disputes. The
 * intent keeps the status `succeeded` through all of them.
 */
import { cents } from '@quittance/contract/money';
import type Stripe from 'stripe';
import type { BookedRefund } from '../processor.ts';
import { type Aftermath, type Dispute, expanded } from './from-stripe.ts';

const REFUNDS_MAX = 1000;
const DISPUTES_MAX = 100;

/** Stripe lists the newest first. A charge can have several disputes at once, each for a part of it. */
async function disputesOf(stripe: Stripe, intent: string): Promise<Dispute[]> {
  const { data } = await stripe.disputes.list({ payment_intent: intent, limit: DISPUTES_MAX });
  return data.reverse();
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
  if (!charge) return { refunds: null, disputes: [] };
  return {
    refunds: charge.amount_refunded > 0 ? await refundsOf(stripe, id) : [],
    disputes: charge.disputed ? await disputesOf(stripe, id) : [],
  };
}
