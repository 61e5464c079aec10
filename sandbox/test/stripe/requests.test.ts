// What Stripe refuses: keys, versions, names and values it does not know.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_ACCOUNT } from '../../src/stripe/accounts.ts';
import { idIn, PAYMENT, startStripe, type TestStripe } from './test-stripe.ts';

let stripe: TestStripe;
beforeAll(async () => {
  stripe = await startStripe();
});
afterAll(() => stripe.close());

const create = (params: object, headers: Record<string, string> = {}) =>
  stripe.server.post('payment_intents', params, { headers });

describe('A request to Stripe', () => {
  it.each([
    ['an unknown name', { foo: 1 }, 'parameter_unknown', 'foo'],
    [
      'an unknown name inside',
      { mandate_data: { customer_acceptance: { type: 'online', where: 'here' } } },
      'parameter_unknown',
      'mandate_data[customer_acceptance][where]',
    ],
    [
      'the name that was taken away',
      { payment_method_types: ['card'] },
      'payment_method_types_no_longer_supported',
      'payment_method_types',
    ],
    ['no integer', { amount: '10.00' }, 'parameter_invalid_integer', 'amount'],
    ['too little', { amount: 49 }, 'amount_too_small', 'amount'],
    ['too much', { amount: 100_000_000 }, 'amount_too_large', 'amount'],
    ['a value nobody knows', { setup_future_usage: 'sometimes' }, undefined, 'setup_future_usage'],
    [
      'two names that exclude each other',
      { automatic_payment_methods: { enabled: true } },
      'parameters_exclusive',
      'automatic_payment_methods',
    ],
    ['a customer nobody knows', { customer: 'cus_nobody' }, 'resource_missing', 'customer'],
    ['a property that cannot be expanded', { expand: ['amount'] }, undefined, 'expand'],
  ])('with %s is refused', async (_what, change, code, param) => {
    const reply = await create({ ...PAYMENT, payment_method: 'pm_card_visa', ...change });
    const error = code === undefined ? { param } : { param, code };
    expect(reply).toMatchObject({ status: 400, body: { error } });
  });

  it('without an amount is told which parameter is missing', async () => {
    expect(await create({ currency: 'usd' })).toMatchObject({
      status: 400,
      body: { error: { code: 'parameter_missing', param: 'amount' } },
    });
  });

  it('that would redirect needs an address to return to', async () => {
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

  it('needs a key that opens this door', async () => {
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

  it('acts for its own account and for no other', async () => {
    const post = (account: string) =>
      stripe.server.post('customers', {}, { headers: { 'stripe-account': account } });
    expect(await post(DEMO_ACCOUNT.id)).toMatchObject({ status: 200 });
    expect(await post('acct_other')).toMatchObject({
      status: 403,
      body: { error: { code: 'account_invalid' } },
    });
  });

  it('speaks a version that is played here', async () => {
    expect(await create({}, { 'stripe-version': '2020-08-27' })).toMatchObject({ status: 400 });
    expect((await create({})).headers.get('stripe-version')).toBe('2026-10-28.endive');
  });

  it('never carries a card number from a server, nor from another website', async () => {
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

  it('shows a browser an intent only with its secret, and less of it', async () => {
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
