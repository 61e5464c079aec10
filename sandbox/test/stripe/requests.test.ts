import { afterAll, describe, expect, it } from 'vitest';
import { DEMO_ACCOUNT } from '../../src/stripe/accounts.ts';
import { idIn, PAYMENT, startStripe } from './test-stripe.ts';

const stripe = await startStripe();
afterAll(stripe.close);

const create = (params: object, headers: Record<string, string> = {}) =>
  stripe.server.post('payment_intents', params, { headers });

const online = { ip_address: '127.0.0.1', user_agent: '' };
const MANDATE_WITHOUT_AGENT = {
  mandate_data: { customer_acceptance: { type: 'online', online } },
};

describe('A request to Stripe', () => {
  it.each([
    ['an unknown name', { foo: 1 }, 'parameter_unknown', 'foo'],
    [
      'an unknown nested parameter',
      { mandate_data: { customer_acceptance: { type: 'online', where: 'here' } } },
      'parameter_unknown',
      'mandate_data[customer_acceptance][where]',
    ],
    [
      'a removed parameter',
      { payment_method_types: ['card'] },
      'payment_method_types_no_longer_supported',
      'payment_method_types',
    ],
    ['no integer', { amount: '10.00' }, 'parameter_invalid_integer', 'amount'],
    ['too little', { amount: 49 }, 'amount_too_small', 'amount'],
    ['too much', { amount: 100_000_000 }, 'amount_too_large', 'amount'],
    ['an unknown value', { setup_future_usage: 'sometimes' }, undefined, 'setup_future_usage'],
    [
      'two parameters that exclude each other',
      { automatic_payment_methods: { enabled: true } },
      'parameters_exclusive',
      'automatic_payment_methods',
    ],
    ['a long description', { description: 'x'.repeat(1001) }, undefined, 'description'],
    [
      'a mandate without a user agent',
      { ...MANDATE_WITHOUT_AGENT, confirm: true },
      'parameter_invalid_empty',
      'mandate_data[customer_acceptance][online][user_agent]',
    ],
    ['an unknown customer', { customer: 'cus_unknown' }, 'resource_missing', 'customer'],
    ['a property that cannot be expanded', { expand: ['amount'] }, undefined, 'expand'],
  ])('a request with %s is rejected', async (_what, change, code, param) => {
    const reply = await create({ ...PAYMENT, payment_method: 'pm_card_visa', ...change });
    const error = code === undefined ? { param } : { param, code };
    expect(reply).toMatchObject({ status: 400, body: { error } });
  });

  it('the error for a missing amount names the parameter', async () => {
    expect(await create({ currency: 'usd' })).toMatchObject({
      status: 400,
      body: { error: { code: 'parameter_missing', param: 'amount' } },
    });
  });

  it('a request that can redirect the payer needs a return_url', async () => {
    const dynamic = {
      amount: 1000,
      currency: 'usd',
      confirm: true,
      payment_method: 'pm_card_visa',
    };
    const never = { enabled: true, allow_redirects: 'never' };
    expect(await create(dynamic)).toMatchObject({ body: { error: { param: 'return_url' } } });
    expect(await create({ ...dynamic, automatic_payment_methods: never })).toMatchObject({
      body: { status: 'succeeded' },
    });
  });

  it('a request needs a valid key of the right type', async () => {
    const post = (authorization: string) => create({}, { authorization });
    expect(await post('Bearer sk_test_wrong')).toMatchObject({ status: 401 });
    expect(await post(`Bearer ${DEMO_ACCOUNT.publishableKey}`)).toMatchObject({
      status: 403,
      body: { error: { code: 'secret_key_required' } },
    });
    const basic = Buffer.from(`${DEMO_ACCOUNT.secretKey}:`).toString('base64');
    expect(await post(`Basic ${basic}`)).toMatchObject({
      body: { error: { code: 'parameter_missing' } },
    });
  });

  it('an API key cannot act for another account', async () => {
    const post = (account: string) =>
      stripe.server.post('customers', {}, { headers: { 'stripe-account': account } });
    expect(await post(DEMO_ACCOUNT.id)).toMatchObject({ status: 200 });
    expect(await post('acct_other')).toMatchObject({
      status: 403,
      body: { error: { code: 'account_invalid' } },
    });
  });

  it('only the supported API version is accepted', async () => {
    expect(await create({}, { 'stripe-version': '2020-08-27' })).toMatchObject({ status: 400 });
    expect((await create({})).headers.get('stripe-version')).toBe('2026-10-28.endive');
  });

  it('card numbers sent by servers or other websites are rejected', async () => {
    const card = { number: '4242424242424242', exp_month: 12, exp_year: 2034, cvc: '123' };
    const data = { type: 'card', card };
    expect(await stripe.server.post('payment_methods', data)).toMatchObject({ status: 400 });
    const headers = { origin: 'https://portal.example' };
    expect(await stripe.browser.post('payment_methods', data, { headers })).toMatchObject({
      status: 400,
    });
    expect(await stripe.browser.post('payment_methods', data)).toMatchObject({
      status: 200,
      body: { card: { last4: '4242' } },
    });
  });

  it('a browser needs the client secret to read an intent and receives only some of its fields', async () => {
    const made = await create({ amount: 1000, currency: 'usd', metadata: { attempt_id: 'a1' } });
    const path = `payment_intents/${idIn(made)}`;
    expect(made.body).toHaveProperty('client_secret');
    const { client_secret } = Object(made.body);
    expect(await stripe.browser.get(path)).toMatchObject({ status: 404 });
    expect(await stripe.browser.get(path, { client_secret: 'guess' })).toMatchObject({
      status: 404,
    });
    const seen = await stripe.browser.get(path, { client_secret });
    expect(seen).toMatchObject({ status: 200, body: { status: 'requires_payment_method' } });
    expect(seen.body).not.toHaveProperty('metadata');
  });
});

describe('A confirmation token made by Elements', () => {
  it('a confirmation token is valid only for an intent with the same future usage', async () => {
    const number = '4242424242424242';
    const card = { number, exp_month: 12, exp_year: 2034, cvc: '123' };
    const token = await stripe.browser.post(
      'confirmation_tokens',
      { payment_method_data: { type: 'card', card } },
      { headers: { 'x-elements': 'true' } },
    );
    const payment = { ...PAYMENT, confirm: true, confirmation_token: idIn(token) };
    const mismatched = { ...payment, setup_future_usage: 'off_session' };
    expect(await create(mismatched)).toMatchObject({
      status: 400,
      body: { error: { param: 'setup_future_usage' } },
    });
    expect(await create(payment)).toMatchObject({ status: 200, body: { status: 'succeeded' } });
  });
});
