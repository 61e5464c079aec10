/**
 * Maps Stripe's intents to outcomes. An unrecognized status is `unknown`. Pure.
 */
import { cents } from '@quittance/contract/money';
import type Stripe from 'stripe';
import { unknown } from '../outcomes.ts';
import type { MethodSnapshot, Outcome, SavedMethod, SetupOutcome } from '../processor.ts';
import { Secret } from '../secret.ts';
import { declinedCard, declinedDebit, returnCodeOf } from './declines.ts';

type Method = Stripe.PaymentMethod;

/** An expanded resource; Stripe-compatible servers may return only its id. */
export function expanded<Resource extends object>(
  value: Resource | string | null | undefined,
): Resource | null {
  return typeof value === 'object' ? value : null;
}

function idOf(value: { id: string } | string | null | undefined): string | null {
  return typeof value === 'string' ? value : (value?.id ?? null);
}

function snapshotOf(method: Method | null): MethodSnapshot | null {
  if (method?.card) return { brand: method.card.brand, last4: method.card.last4 };
  const last4 = method?.us_bank_account?.last4;
  return last4 ? { brand: null, last4 } : null;
}

function savedMethodOf(method: Method | null, customer: string | null): SavedMethod | null {
  const snapshot = snapshotOf(method);
  if (!method || !snapshot || !customer) return null;
  return {
    ...snapshot,
    token: new Secret(method.id),
    kind: method.us_bank_account ? 'ach' : 'card',
    expiresMonth: method.card?.exp_month ?? null,
    expiresYear: method.card?.exp_year ?? null,
    schemeReference: null,
    processorCustomer: customer,
  };
}

/** Dispute statuses in which the company has the money. In all others it is withdrawn. */
const MONEY_IS_BACK: ReadonlySet<string> = new Set([
  'won',
  'prevented',
  'warning_closed',
  'warning_needs_response',
  'warning_under_review',
]);

export type Dispute = Pick<Stripe.Dispute, 'reason' | 'status' | 'network_reason_code'>;

function bookedBy(intent: Stripe.PaymentIntent) {
  const method = expanded(intent.payment_method);
  const isSaved = Boolean(intent.setup_future_usage);
  const amount = intent.status === 'succeeded' ? intent.amount_received : intent.amount;
  return {
    processorReference: intent.id,
    amountCents: cents(amount ?? intent.amount),
    currency: intent.currency.toUpperCase(),
    method: snapshotOf(method),
    saved: isSaved ? savedMethodOf(method, idOf(intent.customer)) : null,
  };
}

/** A debit with a charge was returned by the bank; anything else was declined. */
function failedBy(intent: Stripe.PaymentIntent): Outcome {
  const { id: processorReference, last_payment_error: report } = intent;
  if (!report) return unknown('an intent without a payment attempt');
  const { payment_method: method = null, charge, decline_code: isRefused } = report;
  if (method?.type !== 'us_bank_account') return declinedCard({ report, processorReference });
  if (!charge || isRefused) return declinedDebit({ report, processorReference });
  const booked = { ...bookedBy(intent), method: snapshotOf(method), saved: null };
  return { kind: 'returned', ...booked, code: returnCodeOf({ reason: report.code ?? 'failed' }) };
}

/** Stripe verifies microdeposits with the payer by email, over days: the debit is pending. */
function actionIn(intent: Stripe.PaymentIntent): Outcome {
  if (intent.next_action?.type === 'verify_with_microdeposits') {
    return { kind: 'pending', ...bookedBy(intent) };
  }
  return {
    kind: 'action_required',
    processorReference: intent.id,
    threeDSData: intent.client_secret,
  };
}

export function fromPayment(intent: Stripe.PaymentIntent, dispute: Dispute | null = null): Outcome {
  if (!Number.isSafeInteger(intent.amount)) return unknown(`unreadable amount ${intent.amount}`);
  switch (intent.status) {
    case 'succeeded':
      if (dispute && !MONEY_IS_BACK.has(dispute.status)) {
        return { kind: 'returned', ...bookedBy(intent), code: returnCodeOf(dispute) };
      }
      return { kind: 'succeeded', ...bookedBy(intent) };
    case 'processing':
      return { kind: 'pending', ...bookedBy(intent) };
    case 'requires_action':
      return actionIn(intent);
    case 'requires_payment_method':
      return failedBy(intent);
    case 'canceled':
      return declinedCard({ report: { code: 'canceled' }, processorReference: intent.id });
    case 'requires_capture':
    case 'requires_confirmation':
      return unknown(`an unfinished intent: ${intent.status}`);
    default:
      return unknown(`unknown payment intent status ${intent.status}`);
  }
}

export function fromSetup(intent: Stripe.SetupIntent): SetupOutcome {
  const { id: processorReference, status, last_setup_error: report } = intent;
  switch (status) {
    case 'succeeded': {
      const method = savedMethodOf(expanded(intent.payment_method), idOf(intent.customer));
      return method ? { kind: 'saved', method } : unknown('a setup without its method');
    }
    case 'requires_action':
      return { kind: 'action_required', processorReference, threeDSData: intent.client_secret };
    case 'requires_payment_method':
      if (!report) return unknown('a setup without an attempt');
      return declinedCard({ report, processorReference });
    case 'canceled':
      return declinedCard({ report: { code: 'canceled' }, processorReference });
    case 'processing':
    case 'requires_confirmation':
      return unknown(`an unfinished setup: ${status}`);
    default:
      return unknown(`unknown setup intent status ${status}`);
  }
}
