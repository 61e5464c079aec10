import { DECLINE_TEXTS } from '@quittance/domain/dunning/decline-texts';
import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { type Dispute, fromPayment, fromSetup } from './from-stripe.ts';

/** A payment intent from Stripe's API reference, reduced to the fields that we read. */
const INTENT = {
  id: 'pi_3MtwBwLkdIwHu7ix28a3tqPa',
  object: 'payment_intent',
  amount: 10_320,
  amount_received: 10_320,
  client_secret: 'pi_3MtwBwLkdIwHu7ix28a3tqPa_secret_YrKJUKribcBjcG8HVhfZluoGH',
  currency: 'usd',
  customer: null,
  last_payment_error: null,
  latest_charge: 'ch_3MtwBwLkdIwHu7ix28a3tqPa',
  metadata: { attempt_id: 'a1' },
  next_action: null,
  payment_method: {
    id: 'pm_1MtwBwLkdIwHu7ixUEgbFdYF',
    object: 'payment_method',
    type: 'card',
    card: { brand: 'visa', last4: '4242', exp_month: 8, exp_year: 2034 },
  },
  setup_future_usage: null,
  status: 'succeeded',
};

const NEVER_AGAIN = { decline_code: 'do_not_honor', advice_code: 'do_not_try_again' };

function intent(change: object = {}): Stripe.PaymentIntent {
  // Safe because the object has every field that we read, a dozen of an intent's fifty.
  return { ...INTENT, ...change } as unknown as Stripe.PaymentIntent;
}

const BANK_METHOD = {
  id: 'pm_1',
  type: 'us_bank_account',
  us_bank_account: { bank_name: 'STRIPE TEST BANK', last4: '6789' },
};

const BOOKED = {
  processorReference: INTENT.id,
  amountCents: 10_320,
  currency: 'USD',
  method: { brand: 'visa', last4: '4242' },
  saved: null,
};

describe('A payment intent, read from Stripe', () => {
  it('an intent succeeds with the received amount and the card that was used', () => {
    expect(fromPayment(intent())).toEqual({ kind: 'succeeded', ...BOOKED });
    expect(fromPayment(intent({ amount_received: 100 }))).toMatchObject({ amountCents: 100 });
  });

  it('an intent returns the saved card with its expiration date and customer', () => {
    const saved = intent({ setup_future_usage: 'off_session', customer: 'cus_1' });
    expect(fromPayment(saved)).toMatchObject({
      saved: {
        kind: 'card',
        brand: 'visa',
        last4: '4242',
        expiresMonth: 8,
        expiresYear: 2034,
        processorCustomer: 'cus_1',
      },
    });
  });

  it('an intent of a bank account is pending while it is processing', () => {
    const change = { status: 'processing', amount_received: 0, payment_method: BANK_METHOD };
    expect(fromPayment(intent(change))).toMatchObject({
      kind: 'pending',
      amountCents: 10_320,
      method: { brand: null, last4: '6789' },
    });
  });

  it('an intent that requires 3-D Secure has its client secret', () => {
    const change = { status: 'requires_action', next_action: { type: 'use_stripe_sdk' } };
    expect(fromPayment(intent(change))).toEqual({
      kind: 'action_required',
      processorReference: INTENT.id,
      threeDSData: INTENT.client_secret,
    });
  });

  it('an intent that waits for microdeposits is pending', () => {
    const next_action = { type: 'verify_with_microdeposits' };
    const change = { status: 'requires_action', next_action, payment_method: BANK_METHOD };
    expect(fromPayment(intent(change))).toMatchObject({ kind: 'pending' });
  });

  it.each([
    [{ decline_code: 'insufficient_funds' }, 'insufficient_funds', 'soft', 'insufficientFunds'],
    [{ code: 'card_declined', decline_code: 'stolen_card' }, 'stolen_card', 'hard', 'cardDeclined'],
    [{ code: 'expired_card', decline_code: 'expired_card' }, 'expired_card', 'hard', 'expiredCard'],
    [{ code: 'card_declined', decline_code: 'a_new_code' }, 'a_new_code', 'hard', 'cardDeclined'],
    [{ code: 'a_code', advice_code: 'try_again_later' }, 'a_code', 'soft', 'cardDeclined'],
    [NEVER_AGAIN, 'do_not_honor', 'hard', 'cardDeclined'],
  ] as const)(
    'a card intent with %j is declined as %s, %s, with our own message',
    (...expected) => {
      const [error, code, declineClass, text] = expected;
      const last_payment_error = { ...error, message: 'Words.', payment_method: { type: 'card' } };
      const change = { status: 'requires_payment_method', last_payment_error };
      expect(fromPayment(intent(change))).toEqual({
        kind: 'declined',
        processorReference: INTENT.id,
        code,
        message: DECLINE_TEXTS[text],
        class: declineClass,
      });
    },
  );

  it.each([
    ['insufficient_funds', 'R01'],
    ['account_closed', 'R02'],
    ['no_account', 'R03'],
    ['debit_not_authorized', 'R10'],
    ['refer_to_customer', 'refer_to_customer'],
  ])('a bank debit that failed with %s is returned with %s', (code, returned) => {
    const last_payment_error = { code, charge: 'py_1', payment_method: BANK_METHOD };
    const change = { status: 'requires_payment_method', last_payment_error, payment_method: null };
    expect(fromPayment(intent(change))).toMatchObject({
      kind: 'returned',
      code: returned,
      amountCents: 10_320,
      method: { brand: null, last4: '6789' },
    });
  });

  it.each([
    ['was blocked', { code: 'payment_method_provider_decline', charge: 'py_1', decline_code: 'x' }],
    ['was never verified', { code: 'payment_method_microdeposit_verification_timeout' }],
  ])('a bank debit that %s is declined', (_what, error) => {
    const last_payment_error = { ...error, payment_method: BANK_METHOD };
    const change = { status: 'requires_payment_method', last_payment_error };
    expect(fromPayment(intent(change))).toMatchObject({ kind: 'declined', code: error.code });
  });

  const disputed = (change: object, dispute: object) =>
    fromPayment(intent(change), {
      refunds: [],
      // The cast is needed because a new status is not in the SDK's types.
      disputes: [{ id: 'dp_1', amount: 10_320, reason: 'fraudulent', ...dispute } as Dispute],
    });

  it.each([
    ['lost', 'debit_not_authorized', null, 'R10'],
    ['needs_response', 'customer_initiated', null, 'customer_initiated'],
    ['lost', 'bank_cannot_process', 'R16', 'R16'],
    ['lost', 'insufficient_funds', '10.4', 'R01'],
  ])(
    'a bank debit with a dispute that is %s for %s (%s) is returned with %s',
    (status, reason, network_reason_code, code) => {
      const outcome = disputed(
        { payment_method: BANK_METHOD },
        { status, reason, network_reason_code },
      );
      expect(outcome).toMatchObject({ kind: 'returned', code });
      expect(outcome).not.toHaveProperty('disputes');
    },
  );

  it.each([
    ['needs_response', 'open'],
    ['under_review', 'open'],
    ['a new status', 'open'],
    ['won', 'won'],
    ['lost', 'lost'],
  ])(
    'a card charge with a dispute in state %s counts as succeeded, and its dispute is %s',
    (status, state) => {
      expect(disputed({}, { status })).toEqual({
        kind: 'succeeded',
        ...BOOKED,
        refunds: [],
        disputes: [
          {
            disputeReference: 'dp_1',
            state,
            amountCents: 10_320,
            code: 'fraudulent',
            dueAt: null,
            awaitsEvidence: false,
          },
        ],
      });
    },
  );

  it.each(['prevented', 'warning_needs_response', 'warning_under_review', 'warning_closed'])(
    'an intent with a dispute in state %s still counts as paid',
    (status) => {
      expect(disputed({}, { status })).toEqual({ kind: 'succeeded', ...BOOKED, refunds: [] });
    },
  );

  it('a canceled intent is declined', () => {
    expect(fromPayment(intent({ status: 'canceled' }))).toMatchObject({
      kind: 'declined',
      code: 'canceled',
    });
  });

  it.each([
    ['an undocumented status', { status: 'maybe' }],
    ['an authorization without a capture', { status: 'requires_capture' }],
    ['an intent that is not confirmed', { status: 'requires_confirmation' }],
    ['an intent without a payment attempt', { status: 'requires_payment_method' }],
    ['an unreadable amount', { amount: '103.20' }],
  ])('an intent is unknown for %s', (_what, change) => {
    expect(fromPayment(intent(change))).toMatchObject({ kind: 'unknown' });
  });
});

describe('A setup intent, read from Stripe', () => {
  const setup = (change: object) => {
    const base = { id: 'seti_1', status: 'succeeded', customer: 'cus_1', client_secret: 's' };
    const method = { payment_method: INTENT.payment_method, last_setup_error: null };
    // Safe because the object has every field that we read, six of a setup intent's thirty.
    return fromSetup({ ...base, ...method, ...change } as unknown as Stripe.SetupIntent);
  };

  it.each([
    ['succeeded', {}, 'saved'],
    ['requires_action', {}, 'action_required'],
    ['requires_payment_method', { last_setup_error: { code: 'card_declined' } }, 'declined'],
    ['requires_payment_method', {}, 'unknown'],
    ['canceled', {}, 'declined'],
    ['processing', {}, 'unknown'],
    ['requires_confirmation', {}, 'unknown'],
    ['maybe', {}, 'unknown'],
  ])('a setup that is %s with %j is %s', (status, change, kind) => {
    expect(setup({ status, ...change })).toMatchObject({ kind });
  });

  it('a setup without a customer saves nothing', () => {
    expect(setup({ customer: null })).toMatchObject({ kind: 'unknown' });
  });
});
