// The processor's records as shown by the control plane and the sandbox's page: one line per payment intent with a
// payment attempt. All processors share the status names.
import type { ChargeRecord } from '../../processor.ts';
import type { Charge, Instrument, PaymentIntent, Store } from '../store.ts';

const STATUSES: Record<PaymentIntent['status'], string> = {
  succeeded: 'succeeded',
  processing: 'pending',
  requires_action: 'pending_3dsauth',
  requires_confirmation: 'pending',
  requires_payment_method: 'failed',
  canceled: 'cancelled',
};

const DISPUTE_STATUSES = {
  needs_response: 'disputed',
  under_review: 'disputed',
  won: 'succeeded',
  lost: 'failed',
} as const;

/** Money is held until every dispute has ended. After that, a lost dispute takes precedence over a won one. */
function disputedStatus(store: Store, charge: Charge | undefined): string | undefined {
  if (!charge?.isDisputed) return undefined;
  const own = store.disputes.all().filter((each) => each.charge === charge.id);
  const statuses = new Set(own.map(({ status }) => DISPUTE_STATUSES[status]));
  return (['disputed', 'failed', 'succeeded'] as const).find((status) => statuses.has(status));
}

function toStatus(intent: PaymentIntent): string {
  const isVerifying = intent.nextAction?.type === 'verify_with_microdeposits';
  return isVerifying ? 'pending' : STATUSES[intent.status];
}

function toInstrument(store: Store, intent: PaymentIntent, charge: Charge | undefined) {
  const id = intent.paymentMethod ?? intent.lastError?.paymentMethod ?? '';
  return charge?.instrument ?? store.paymentMethods.get(id)?.instrument;
}

function fromCents(cents: number): string {
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function methodColumns(instrument: Instrument | undefined) {
  return {
    method: instrument?.kind === 'bank' ? 'ach' : 'card',
    brand: instrument?.kind === 'card' ? instrument.brand : null,
    last4: instrument?.last4 ?? '',
  } as const;
}

export function chargeRecord(store: Store, intent: PaymentIntent): ChargeRecord | null {
  const charge = store.charges.get(intent.latestCharge ?? '');
  const instrument = toInstrument(store, intent, charge);
  if (instrument === undefined || intent.status === 'requires_confirmation') return null;
  const refundedCents = store.refunds
    .all()
    .filter(({ paymentIntent, status }) => paymentIntent === intent.id && status === 'succeeded')
    .reduce((sum, { amount }) => sum + amount, 0);
  const isChallenged = intent.nextAction?.type === 'use_stripe_sdk';
  return {
    processor: 'stripe',
    id: charge?.id ?? intent.id,
    transactionId: intent.id,
    merchantId: intent.account,
    internalTransactionID: intent.metadata['attempt_id'] ?? null,
    orderNumber: null,
    description: intent.description,
    amount: fromCents(intent.amount),
    amountCents: intent.amount,
    currency: 'USD',
    ...methodColumns(instrument),
    token: `pm_…${(charge?.paymentMethod ?? intent.paymentMethod ?? '').slice(-4)}`,
    status: disputedStatus(store, charge) ?? toStatus(intent),
    message: intent.lastError?.message ?? intent.status,
    settled: charge?.isSettled ?? false,
    refunded: fromCents(refundedCents),
    refundedCents,
    returnCode: charge?.returnCode ?? null,
    threeDs: isChallenged ? 'pending' : null,
    createdAt: new Date(intent.created * 1000).toISOString(),
  };
}
