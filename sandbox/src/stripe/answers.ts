// The API objects in responses, with the names and nesting of the SDK's types. Fields of features
// that the sandbox does not simulate are present and empty, as in a new test account.
import { intentErrorAnswer, nextActionAnswer } from './intents/intent-answers.ts';
import { billingAnswer, chargeDetails } from './methods/method-answers.ts';
import type {
  Charge,
  Customer,
  Dispute,
  PaymentIntent,
  Refund,
  SetupIntent,
  Store,
} from './store.ts';

export const SIMULATED_TYPES: readonly string[] = ['card', 'us_bank_account'];

export function customerAnswer(customer: Customer) {
  const { id, created, name, email, phone, description, metadata } = customer;
  if (customer.deleted) return { id, object: 'customer', deleted: true };
  return {
    id,
    object: 'customer',
    address: null,
    balance: 0,
    created,
    currency: null,
    default_source: null,
    delinquent: false,
    description,
    discount: null,
    email,
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null },
    livemode: false,
    metadata,
    name,
    phone,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
  };
}

export function chargeAnswer(store: Store, charge: Charge) {
  const { id, created, amount, status, failure, instrument } = charge;
  return {
    id,
    object: 'charge',
    amount,
    amount_captured: status === 'succeeded' ? amount : 0,
    amount_refunded: charge.amountRefunded,
    balance_transaction: charge.isSettled ? `txn_${id.slice(3)}` : null,
    billing_details: billingAnswer(charge.billing),
    captured: status === 'succeeded',
    created,
    currency: 'usd',
    customer: charge.customer,
    description: charge.description,
    disputed: charge.isDisputed,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    livemode: false,
    metadata: charge.metadata,
    outcome: outcomeAnswer(charge),
    paid: status !== 'failed',
    payment_intent: charge.paymentIntent,
    payment_method: charge.paymentMethod,
    payment_method_details: chargeDetails(instrument),
    receipt_email: store.paymentIntents.get(charge.paymentIntent)?.receiptEmail ?? null,
    receipt_number: null,
    receipt_url: null,
    refunded: charge.amountRefunded === amount,
    status,
  };
}

function outcomeAnswer({ failure }: Charge) {
  const isApproved = failure === null;
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: isApproved ? 'approved_by_network' : 'declined_by_network',
    reason: failure?.declineCode ?? null,
    risk_level: 'normal',
    seller_message: isApproved ? 'Payment complete.' : 'The bank did not accept the payment.',
    type: isApproved ? 'authorized' : 'issuer_declined',
  };
}

function intentAnswer(store: Store, intent: PaymentIntent | SetupIntent) {
  return {
    id: intent.id,
    object: intent.kind,
    allowed_payment_method_types: intent.allowedTypes,
    application: null,
    automatic_payment_methods: intent.automatic,
    cancellation_reason: intent.cancellationReason,
    client_secret: intent.clientSecret,
    created: intent.created,
    customer: intent.customer,
    description: intent.description,
    excluded_payment_method_types: null,
    livemode: false,
    metadata: intent.metadata,
    next_action: nextActionAnswer(intent.nextAction),
    on_behalf_of: null,
    payment_method: intent.paymentMethod,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: intent.allowedTypes ?? [...SIMULATED_TYPES],
    status: intent.status,
    lastError: intentErrorAnswer(store, intent.lastError),
  };
}

export function paymentIntentAnswer(store: Store, intent: PaymentIntent) {
  const { lastError, ...common } = intentAnswer(store, intent);
  const { amount, status } = intent;
  return {
    ...common,
    amount,
    amount_capturable: 0,
    amount_received: status === 'succeeded' ? amount : 0,
    canceled_at: intent.canceledAt,
    capture_method: 'automatic_async',
    confirmation_method: 'automatic',
    currency: intent.currency,
    last_payment_error: lastError,
    latest_charge: intent.latestCharge,
    processing: null,
    receipt_email: intent.receiptEmail,
    review: null,
    setup_future_usage: intent.setupFutureUsage,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    transfer_data: null,
    transfer_group: null,
  };
}

export function setupIntentAnswer(store: Store, intent: SetupIntent) {
  const { lastError, ...common } = intentAnswer(store, intent);
  const { usage } = intent;
  return { ...common, last_setup_error: lastError, latest_attempt: null, mandate: null, usage };
}

const SECRETS_OF_SERVERS = [
  'customer',
  'metadata',
  'latest_charge',
  'receipt_email',
  'application',
];

export function publicView(answer: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(answer).filter(([name]) => !SECRETS_OF_SERVERS.includes(name)),
  );
}

export function intentView(store: Store, intent: PaymentIntent | SetupIntent) {
  return intent.kind === 'payment_intent'
    ? paymentIntentAnswer(store, intent)
    : setupIntentAnswer(store, intent);
}

export function refundAnswer(store: Store, refund: Refund) {
  const { id, created, amount, charge, reason, metadata, status, failureReason } = refund;
  return {
    id,
    object: 'refund',
    amount,
    balance_transaction: null,
    charge,
    created,
    currency: 'usd',
    customer: store.charges.get(charge)?.customer ?? null,
    customer_account: null,
    ...(failureReason === null ? {} : { failure_reason: failureReason }),
    metadata,
    payment_intent: refund.paymentIntent,
    payment_method: store.charges.get(charge)?.paymentMethod ?? null,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status,
    transfer_reversal: null,
  };
}

export function disputeAnswer(dispute: Dispute) {
  const { id, created, amount, charge, reason, status, evidence, submissions } = dispute;
  return {
    id,
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge,
    created,
    currency: 'usd',
    enhanced_eligibility_types: [],
    evidence,
    evidence_details: {
      due_by: dispute.dueBy,
      has_evidence: Object.keys(evidence).length > 0,
      past_due: false,
      submission_count: submissions,
    },
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: dispute.paymentIntent,
    reason,
    status,
  };
}
