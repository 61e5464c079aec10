import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { idIn, PAYMENT, type Reply, startStripe } from './test-stripe.ts';

const stripe = await startStripe();
beforeEach(() => stripe.control('/reset'));
afterAll(stripe.close);

const pay = (payment_method: string, more: object = {}) =>
  stripe.server.post('payment_intents', { ...PAYMENT, payment_method, ...more });

const tokenFor = async (payment_method: string) =>
  idIn(await stripe.server.post('test_helpers/confirmation_tokens', { payment_method }));

const secretIn = ({ body }: Reply) =>
  z.looseObject({ client_secret: z.string() }).parse(body).client_secret;

describe('A card payment at Stripe', () => {
  it('a payment succeeds with a confirmation token and shows the card', async () => {
    const reply = await stripe.server.post('payment_intents', {
      ...PAYMENT,
      confirmation_token: await tokenFor('pm_card_visa'),
      metadata: { attempt_id: 'a1' },
      expand: ['payment_method', 'latest_charge'],
    });
    expect(reply).toMatchObject({
      status: 200,
      body: {
        object: 'payment_intent',
        status: 'succeeded',
        amount: 1000,
        amount_received: 1000,
        currency: 'usd',
        metadata: { attempt_id: 'a1' },
        payment_method: { type: 'card', card: { brand: 'visa', last4: '4242' } },
        latest_charge: { object: 'charge', paid: true, metadata: { attempt_id: 'a1' } },
      },
    });
    expect(await stripe.records()).toMatchObject([
      { transactionId: idIn(reply), internalTransactionID: 'a1', status: 'succeeded' },
    ]);
  });

  it.each([
    ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['pm_card_visa_chargeDeclinedLostCard', 'card_declined', 'lost_card'],
    ['pm_card_visa_chargeDeclinedStolenCard', 'card_declined', 'stolen_card'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card'],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', 'incorrect_cvc'],
    ['pm_card_chargeDeclinedProcessingError', 'processing_error', 'processing_error'],
  ])(
    'a payment with %s gets a 402 response with the codes %s and %s',
    async (method, code, decline_code) => {
      const reply = await pay(method);
      expect(reply).toMatchObject({
        status: 402,
        body: {
          error: {
            type: 'card_error',
            code,
            decline_code,
            payment_intent: { status: 'requires_payment_method', last_payment_error: { code } },
          },
        },
      });
      expect(await stripe.records()).toMatchObject([{ status: 'failed' }]);
    },
  );

  it('a confirmation token can be used only once', async () => {
    const confirmation_token = await tokenFor('pm_card_visa');
    const again = () => stripe.server.post('payment_intents', { ...PAYMENT, confirmation_token });
    expect(await again()).toMatchObject({ status: 200 });
    expect(await again()).toMatchObject({
      status: 400,
      body: { error: { code: 'token_already_used' } },
    });
  });

  it('a payment method without a customer can be used only once', async () => {
    const made = await stripe.server.post('payment_methods', {
      type: 'us_bank_account',
      us_bank_account: { financial_connections_account: 'fca_sandbox_succeeds' },
      billing_details: { name: 'Grace Hall' },
    });
    const mandate_data = {
      customer_acceptance: { type: 'online', online: { ip_address: '1.1.1.1', user_agent: 'x' } },
    };
    expect(await pay(idIn(made), { mandate_data })).toMatchObject({ status: 200 });
    expect(await pay(idIn(made), { mandate_data })).toMatchObject({
      status: 400,
      body: { error: { code: 'payment_method_unexpected_state' } },
    });
  });
});

describe('3-D Secure at Stripe', () => {
  it('the 3-D Secure challenge is a redirect without Stripe’s script', async () => {
    const reply = await pay('pm_card_threeDSecure2Required', {
      return_url: 'https://portal.example/back',
    });
    expect(reply).toMatchObject({
      body: {
        next_action: {
          type: 'redirect_to_url',
          redirect_to_url: { return_url: 'https://portal.example/back' },
        },
      },
    });
  });

  it('a card set up for off-session use needs no further challenge', async () => {
    const customer = idIn(await stripe.server.post('customers'));
    const first = await pay('pm_card_authenticationRequiredOnSetup', {
      customer,
      setup_future_usage: 'off_session',
    });
    await stripe.answerChallenge(secretIn(first), 'complete');
    const { payment_method } = z.object({ payment_method: z.string() }).parse(first.body);
    expect(await pay(payment_method, { customer, off_session: true })).toMatchObject({
      body: { status: 'succeeded' },
    });
  });
});

describe('Finding a payment at Stripe', () => {
  const ids = ({ body }: Reply) =>
    z
      .object({ data: z.array(z.looseObject({ id: z.string() })) })
      .parse(body)
      .data.map(({ id }) => id);

  it('a search by metadata finds payment intents a minute after their creation', async () => {
    const reply = await pay('pm_card_visa', { metadata: { attempt_id: 'a1' } });
    const query = "metadata['attempt_id']:'a1' AND status:'succeeded'";
    const search = () => stripe.server.get('payment_intents/search', { query });
    expect(ids(await search())).toEqual([]);
    await stripe.control('/clock', { advanceMs: 61_000 });
    expect(ids(await search())).toEqual([idIn(reply)]);
    expect(await stripe.server.get('payment_intents/search', { query: 'amount>5' })).toMatchObject({
      status: 400,
    });
  });
});
