// Bank debits at Stripe: instant verification or microdeposits, late settlement or failure,
// disputes.
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { idIn, MANDATE, PAYMENT, startStripe, TWO_DAYS_MS } from './test-stripe.ts';

const stripe = await startStripe();
beforeEach(() => stripe.control('/reset'));
afterAll(stripe.close);

const HOLDER = { name: 'Grace Hall', email: 'grace@example.com' };

async function debit(scenario: string, more: object = {}) {
  const payment_method_data = {
    type: 'us_bank_account',
    us_bank_account: { financial_connections_account: `fca_sandbox_${scenario}` },
    billing_details: HOLDER,
  };
  const token = await stripe.browser.post('confirmation_tokens', { payment_method_data });
  return stripe.server.post('payment_intents', {
    ...PAYMENT,
    confirmation_token: idIn(token),
    mandate_data: MANDATE,
    ...more,
  });
}

const payment = async (id: string) => (await stripe.server.get(`payment_intents/${id}`)).body;
const later = (advanceMs: number) => stripe.control('/clock', { advanceMs });

describe('A bank debit at Stripe', () => {
  it.each([
    ['insufficient_funds', 'insufficient_funds'],
    ['account_closed', 'account_closed'],
    ['no_account', 'no_account'],
    ['debit_not_authorized', 'debit_not_authorized'],
  ])('a bank debit with %s fails two days later', async (scenario, code) => {
    const id = idIn(await debit(scenario));
    await later(TWO_DAYS_MS);
    expect(await payment(id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code },
    });
    expect(await stripe.records()).toMatchObject([{ status: 'failed', settled: false }]);
  });

  it('a bank debit needs a mandate and the name of the payer', async () => {
    expect(await debit('succeeds', { mandate_data: '' })).toMatchObject({
      status: 400,
      body: { error: { code: 'payment_intent_mandate_invalid' } },
    });
    const nameless = {
      type: 'us_bank_account',
      us_bank_account: { account_number: '000123456789' },
    };
    expect(await stripe.browser.post('payment_methods', nameless)).toMatchObject({ status: 400 });
  });

  it('a return of a settled bank debit opens a dispute', async () => {
    const id = idIn(await debit('succeeds'));
    await stripe.control('/settle', { transactionId: id });
    expect(await stripe.control('/return', { transactionId: id, code: 'R10' })).toMatchObject({
      body: { status: 'failed', returnCode: 'R10' },
    });
    expect(await payment(id)).toMatchObject({ status: 'succeeded' });
    expect(await stripe.server.get('disputes', { payment_intent: id })).toMatchObject({
      body: { data: [{ reason: 'debit_not_authorized', status: 'lost', amount: 1000 }] },
    });
    expect(await stripe.control('/return', { transactionId: id, code: 'R10' })).toMatchObject({
      status: 409,
    });
  });

  it('a return of a processing bank debit makes the debit fail', async () => {
    const id = idIn(await debit('succeeds'));
    await stripe.control('/return', { transactionId: id, code: 'R02' });
    expect(await payment(id)).toMatchObject({ last_payment_error: { code: 'account_closed' } });
  });

  it('test accounts exist for debits that never settle and for debits that are blocked at once', async () => {
    const id = idIn(await debit('stays_processing'));
    await later(30 * TWO_DAYS_MS);
    expect(await payment(id)).toMatchObject({ status: 'processing' });
    expect(await debit('blocked')).toMatchObject({ status: 402 });
  });
});

describe('Microdeposits at Stripe', () => {
  const byHand = async (more: object = {}) => {
    const typed = { account_number: '000123456789', routing_number: '110000000' };
    const payment_method_data = { type: 'us_bank_account', us_bank_account: typed };
    return stripe.server.post('payment_intents', {
      ...PAYMENT,
      payment_method_data: { ...payment_method_data, billing_details: HOLDER },
      mandate_data: MANDATE,
      ...more,
    });
  };
  const verify = (id: string, evidence: object) =>
    stripe.server.post(`payment_intents/${id}/verify_microdeposits`, evidence);

  it.each([[{ amounts: [32, 45] }], [{ descriptor_code: 'SM11AA' }]])(
    'a microdeposit verification with %j starts the debit',
    async (evidence) => {
      const reply = await byHand();
      expect(reply).toMatchObject({
        body: {
          status: 'requires_action',
          next_action: { type: 'verify_with_microdeposits' },
        },
      });
      expect(await verify(idIn(reply), evidence)).toMatchObject({ body: { status: 'processing' } });
    },
  );

  it('microdeposits can still be verified after a wrong attempt', async () => {
    const id = idIn(await byHand());
    expect(await verify(id, { amounts: [1, 2] })).toMatchObject({
      status: 400,
      body: {
        error: { code: 'payment_method_microdeposit_verification_amounts_mismatch' },
      },
    });
    expect(await verify(id, { amounts: [45, 32] })).toMatchObject({ status: 200 });
  });

  it.each([
    [{ descriptor_code: 'SM33CC' }, 'payment_method_microdeposit_verification_attempts_exceeded'],
    [{ amounts: [40, 41] }, 'payment_method_microdeposit_verification_timeout'],
  ])('a microdeposit verification with %j fails the payment', async (evidence, code) => {
    const id = idIn(await byHand());
    expect(await verify(id, evidence)).toMatchObject({ status: 400, body: { error: { code } } });
    expect(await payment(id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code },
    });
  });

  it('microdeposits are rejected if the merchant requires instant verification', async () => {
    const payment_method_options = { us_bank_account: { verification_method: 'instant' } };
    expect(await byHand({ payment_method_options })).toMatchObject({ status: 400 });
  });

  it('microdeposits can be verified on the hosted page', async () => {
    const reply = await byHand();
    const { client_secret } = z.looseObject({ client_secret: z.string() }).parse(reply.body);
    const response = await fetch(`${stripe.url}/stripe/microdeposits/verify`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_secret, descriptor_code: 'SM11AA' }),
    });
    expect(await response.json()).toEqual({ status: 'processing' });
  });
});
