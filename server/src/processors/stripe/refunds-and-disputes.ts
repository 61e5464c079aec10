/**
 * Refunds and disputes of a charge at Stripe, including refunds made in the dashboard. The intent keeps the status
 * `succeeded` through all of them.
 */
import { cents } from '@quittance/contract/money';
import type Stripe from 'stripe';
import type { BookedRefund } from '../processor.ts';
import { type Aftermath, type Dispute, expanded } from './from-stripe.ts';

export const EXPAND_WITH_REFUNDS = ['payment_method', 'latest_charge.refunds'];

const REFUNDS_MAX = 1000;
const DISPUTES_MAX = 100;

/** Stripe lists the newest first. A charge can have several disputes at the same time, each for a part of it. */
async function findDisputes(stripe: Stripe, intent: string): Promise<Dispute[]> {
  const { data } = await stripe.disputes.list({ payment_intent: intent, limit: DISPUTES_MAX });
  return data.reverse();
}

const STATES: Readonly<Record<string, BookedRefund['state']>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
};

/** In any other status, such as `requires_action`, the refund has neither succeeded nor failed. */
export function toRefundState({ status }: Pick<Stripe.Refund, 'status'>): BookedRefund['state'] {
  return STATES[status ?? ''] ?? 'pending';
}

export function toFailureReason(refund: Pick<Stripe.Refund, 'status' | 'failure_reason'>): string {
  return refund.failure_reason ?? refund.status ?? 'failed';
}

function bookedRefund(refund: Stripe.Refund): BookedRefund {
  const { id, amount, metadata } = refund;
  const state = toRefundState(refund);
  return {
    refundReference: id,
    reference: metadata?.['refund_reference'] ?? null,
    amountCents: cents(amount),
    state,
    reason: state === 'failed' ? toFailureReason(refund) : null,
  };
}

/**
 * Stripe lists the newest first. An expanded charge includes failed refunds, which do not show in its refunded
 * amount. A Stripe-compatible server may not expand them.
 */
async function findRefunds(
  stripe: Stripe,
  { id, charge }: { id: string; charge: Stripe.Charge },
): Promise<BookedRefund[]> {
  const { refunds, amount_refunded: amountRefunded } = charge;
  if (refunds && !refunds.has_more) return refunds.data.map(bookedRefund).reverse();
  if (!refunds && amountRefunded === 0) return [];
  const all = await stripe.refunds
    .list({ payment_intent: id, limit: 100 })
    .autoPagingToArray({ limit: REFUNDS_MAX });
  return all.map(bookedRefund).reverse();
}

/**
 * A Stripe-compatible server may not expand the charge, in which case nothing is known about its refunds and
 * disputes.
 */
export async function refundsAndDisputes(
  stripe: Stripe,
  { id, latest_charge: latest }: Stripe.PaymentIntent,
): Promise<Aftermath> {
  const charge = expanded(latest);
  if (!charge) return { refunds: null, disputes: [] };
  return {
    refunds: await findRefunds(stripe, { id, charge }),
    disputes: charge.disputed ? await findDisputes(stripe, id) : [],
  };
}
