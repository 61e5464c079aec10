// Bank debits at Stripe: verified at once or by small deposits, settled or failed late, disputed.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  idIn,
  MANDATE,
  PAYMENT,
  startStripe,
  type TestStripe,
  TWO_DAYS_MS,
} from './test-stripe.ts';

let stripe: TestStripe;
beforeAll(async () => {
  stripe = await startStripe();
});
beforeEach(() => stripe.control('/reset'));
afterAll(() => stripe.close());

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
  it('is under way until it settles two days later', async () => {
    const reply = await debit('succeeds');
    expect(reply).toMatchObject({ status: 200, body: { status: 'processing' } });
    await later(TWO_DAYS_MS - 60_000);
    expect(await payment(idIn(reply))).toMatchObject({ status: 'processing' });
    await later(60_000);
    expect(await payment(idIn(reply))).toMatchObject({ status: 'succeeded' });
  });

  it.each([
    ['insufficient_funds', 'insufficient_funds'],
    ['account_closed', 'account_closed'],
    ['no_account', 'no_account'],
    ['debit_not_authorized', 'debit_not_authorized'],
  ])('of an account with %s fails two days later', async (scenario, code) => {
    const id = idIn(await debit(scenario));
    await later(TWO_DAYS_MS);
    expect(await payment(id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code },
    });
    expect(await stripe.books()).toMatchObject([{ status: 'failed', settled: false }]);
  });

  it('needs the word of the payer, and their name', async () => {
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

  it('that settled is disputed when the control plane returns it', async () => {
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

  it('on its way fails when the control plane returns it', async () => {
    const id = idIn(await debit('succeeds'));
    await stripe.control('/return', { transactionId: id, code: 'R02' });
    expect(await payment(id)).toMatchObject({ last_payment_error: { code: 'account_closed' } });
  });

  it('can be one that nobody settles, or one that is blocked at once', async () => {
    const id = idIn(await debit('stays_processing'));
    await later(30 * TWO_DAYS_MS);
    expect(await payment(id)).toMatchObject({ status: 'processing' });
    expect(await debit('blocked')).toMatchObject({ status: 402 });
  });
});

describe('Small deposits at Stripe', () => {
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
    'begin the debit when %j is told',
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

  it('may be told wrong and then right', async () => {
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
  ])('end the payment when %j is told', async (evidence, code) => {
    const id = idIn(await byHand());
    expect(await verify(id, evidence)).toMatchObject({ status: 400, body: { error: { code } } });
    expect(await payment(id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code },
    });
  });

  it('are waited for ten days', async () => {
    const id = idIn(await byHand());
    await later(5 * TWO_DAYS_MS);
    expect(await payment(id)).toMatchObject({ status: 'requires_payment_method' });
  });

  it('are refused where the merchant wants a bank login', async () => {
    const payment_method_options = { us_bank_account: { verification_method: 'instant' } };
    expect(await byHand({ payment_method_options })).toMatchObject({ status: 400 });
  });

  it('can be told on the page the payer is sent to', async () => {
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
