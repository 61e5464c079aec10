/** Maps Stripe's intents to outcomes. An unrecognized status is `unknown`. */
import { instant } from '@quittance/contract/dates';
import { cents } from '@quittance/contract/money';
import type { AchAccountType } from '@quittance/contract/vocabulary';
import type Stripe from 'stripe';
import { unknown } from '../outcomes.ts';
import type {
  Booked,
  BookedDispute,
  BookedRefund,
  FoundIntent,
  MethodSnapshot,
  Outcome,
  SavedMethod,
  SetupOutcome,
} from '../processor.ts';
import { Secret } from '../secret.ts';
import { declinedCard, declinedDebit, toReturnCode } from './declines.ts';

type Method = Stripe.PaymentMethod;

/** Returns the resource if it was expanded. Stripe-compatible servers may return only its id. */
export function expanded<Resource extends object>(
  value: Resource | string | null | undefined,
): Resource | null {
  return typeof value === 'object' ? value : null;
}

export function toId(value: { id: string } | string | null | undefined): string | null {
  return typeof value === 'string' ? value : (value?.id ?? null);
}

function toSnapshot(method: Method | null): MethodSnapshot | null {
  if (method?.card) return { brand: method.card.brand, last4: method.card.last4 };
  const last4 = method?.us_bank_account?.last4;
  return last4 ? { brand: null, last4 } : null;
}

const ACCOUNT_TYPES: Readonly<Record<string, AchAccountType>> = {
  'individual checking': 'PERSONAL_CHECKING',
  'individual savings': 'PERSONAL_SAVINGS',
  'company checking': 'BUSINESS_CHECKING',
  'company savings': 'BUSINESS_SAVINGS',
};

export function accountTypeIn({ us_bank_account: account }: Method): AchAccountType | null {
  return ACCOUNT_TYPES[`${account?.account_holder_type} ${account?.account_type}`] ?? null;
}

export function toSavedMethod(method: Method | null, customer: string | null): SavedMethod | null {
  const snapshot = toSnapshot(method);
  if (!method || !snapshot || !customer) return null;
  return {
    ...snapshot,
    token: new Secret(method.id),
    kind: method.us_bank_account ? 'ach' : 'card',
    expiresMonth: method.card?.exp_month ?? null,
    expiresYear: method.card?.exp_year ?? null,
    schemeReference: null,
    processorCustomer: customer,
    fingerprint: (method.card ?? method.us_bank_account)?.fingerprint ?? null,
    accountType: accountTypeIn(method),
  };
}

export type Dispute = Pick<
  Stripe.Dispute,
  'id' | 'amount' | 'reason' | 'status' | 'network_reason_code'
> & { evidence_details?: Pick<Stripe.Dispute.EvidenceDetails, 'due_by'> };

/** `refunds` is null if the server does not report them. */
export type Aftermath = { refunds: readonly BookedRefund[] | null; disputes: readonly Dispute[] };

const NOTHING_FOLLOWED: Aftermath = { refunds: null, disputes: [] };

const DISPUTE_STATES: Readonly<Record<string, BookedDispute['state']>> = {
  needs_response: 'open',
  under_review: 'open',
  won: 'won',
  lost: 'lost',
};

/** Inquiries and prevented disputes, for which the money was never withdrawn. */
const MONEY_STAYED: ReadonlySet<string> = new Set([
  'prevented',
  'warning_closed',
  'warning_needs_response',
  'warning_under_review',
]);

/** For any other status, the money counts as withdrawn. */
function toState({ status }: Dispute): BookedDispute['state'] | null {
  return MONEY_STAYED.has(status) ? null : (DISPUTE_STATES[status] ?? 'open');
}

/** A failed intent has no method, but its last error contains the one that failed. */
export function isDebit({
  payment_method: method,
  latest_charge: charge,
  last_payment_error: report,
}: Stripe.PaymentIntent): boolean {
  const type =
    expanded(method)?.type ??
    expanded(charge)?.payment_method_details?.type ??
    report?.payment_method?.type;
  return type === 'us_bank_account';
}

function bookedBy(intent: Stripe.PaymentIntent): Booked {
  const method = expanded(intent.payment_method);
  const isSaved = Boolean(intent.setup_future_usage);
  const amount = intent.status === 'succeeded' ? intent.amount_received : intent.amount;
  return {
    processorReference: intent.id,
    amountCents: cents(amount ?? intent.amount),
    currency: intent.currency.toUpperCase(),
    method: toSnapshot(method),
    saved: isSaved ? toSavedMethod(method, toId(intent.customer)) : null,
  };
}

/** A failed debit that has a charge was returned by the bank. Any other failure is a decline. */
function failedBy(intent: Stripe.PaymentIntent): Outcome {
  const { id: processorReference, last_payment_error: report } = intent;
  if (!report) return unknown('an intent without a payment attempt');
  const { payment_method: method = null, charge, decline_code: isRefused } = report;
  if (method?.type !== 'us_bank_account') return declinedCard({ report, processorReference });
  if (!charge || isRefused) return declinedDebit({ report, processorReference });
  const booked = { ...bookedBy(intent), method: toSnapshot(method), saved: null };
  return { kind: 'returned', ...booked, code: toReturnCode({ reason: report.code ?? 'failed' }) };
}

/** A returned debit stays returned if its intent is canceled afterward. */
function canceledBy(intent: Stripe.PaymentIntent): Outcome {
  const charge = expanded(intent.latest_charge);
  if (charge?.status !== 'failed' || !isDebit(intent)) {
    return declinedCard({ report: { code: 'canceled' }, processorReference: intent.id });
  }
  const code = toReturnCode({ reason: charge.failure_code ?? 'failed' });
  return { kind: 'returned', ...bookedBy(intent), saved: null, code };
}

/** Stripe verifies microdeposits with the payer by email, over several days, so the debit is pending. */
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

function disputeBy(dispute: Dispute): BookedDispute[] {
  const { id: disputeReference, amount, reason: code } = dispute;
  const state = toState(dispute);
  // Zero if the network does not allow a response.
  const due = dispute.evidence_details?.due_by || null;
  const dueAt = due === null ? null : instant(new Date(due * 1000).toISOString());
  const awaitsEvidence = dispute.status === 'needs_response' && due !== null;
  const booked = { disputeReference, amountCents: cents(amount), code, dueAt, awaitsEvidence };
  return state ? [{ ...booked, state }] : [];
}

/** The dispute of a debit is a return by the bank and cannot be contested. */
function succeededBy(intent: Stripe.PaymentIntent, { refunds, disputes }: Aftermath): Outcome {
  const booked = { ...bookedBy(intent), ...(refunds ? { refunds } : {}) };
  if (!isDebit(intent)) {
    const facts = disputes.flatMap(disputeBy);
    return { kind: 'succeeded', ...booked, ...(facts.length > 0 ? { disputes: facts } : {}) };
  }
  const returning = disputes.find((each) => disputeBy(each).some(({ state }) => state !== 'won'));
  if (!returning) return { kind: 'succeeded', ...booked };
  return { kind: 'returned', ...booked, code: toReturnCode(returning) };
}

export function fromPayment(
  intent: Stripe.PaymentIntent,
  after: Aftermath = NOTHING_FOLLOWED,
): Outcome {
  if (!Number.isSafeInteger(intent.amount)) return unknown(`unreadable amount ${intent.amount}`);
  switch (intent.status) {
    case 'succeeded':
      return succeededBy(intent, after);
    case 'processing':
      return { kind: 'pending', ...bookedBy(intent) };
    case 'requires_action':
      return actionIn(intent);
    case 'requires_payment_method':
      return failedBy(intent);
    case 'canceled':
      return canceledBy(intent);
    case 'requires_capture':
    case 'requires_confirmation':
      return unknown(`an unfinished intent: ${intent.status}`);
    default:
      return unknown(`unknown payment intent status ${intent.status}`);
  }
}

export function fromOffered(intent: Stripe.PaymentIntent, after: Aftermath): FoundIntent {
  const outcome = fromPayment(intent, after);
  switch (outcome.kind) {
    case 'succeeded':
    case 'pending':
    case 'returned':
      return { ...outcome, quote: Number(intent.metadata['quote']) };
    default:
      return { kind: intent.status === 'canceled' ? 'closed' : 'open' };
  }
}

export function fromSetup(intent: Stripe.SetupIntent): SetupOutcome {
  const { id: processorReference, status, last_setup_error: report } = intent;
  switch (status) {
    case 'succeeded': {
      const method = toSavedMethod(expanded(intent.payment_method), toId(intent.customer));
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
