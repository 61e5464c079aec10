import { cents } from '@quittance/contract/money';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeStripe, installFakeStripe } from './fake-stripe.ts';
import { mountRequest } from './mount-request.ts';

const data = {
  publicKey: 'pk_test_sandbox_northwind',
  scriptUrl: 'http://localhost:4010/stripe/endive/stripe.js',
  merchantId: null,
  settings: { stripeAccount: 'acct_1' },
};

let fake: FakeStripe;
let stripe: typeof import('./stripe.ts').stripe;
beforeEach(async () => {
  fake = installFakeStripe();
  vi.resetModules();
  ({ stripe } = await import('./stripe.ts'));
});
afterEach(() => {
  Reflect.deleteProperty(window, 'Stripe');
});

const mount = (changes: object = {}) => stripe.mount(mountRequest({ data, ...changes }));
const card = { type: 'card_error', message: 'Your card was declined.' };

describe("Stripe's Payment Element", () => {
  it('draws a card for the exact sum, with the key of the company', async () => {
    await mount();
    expect(fake.keys).toEqual([
      { key: 'pk_test_sandbox_northwind', options: { stripeAccount: 'acct_1' } },
    ]);
    expect(fake.options).toMatchObject({
      mode: 'payment',
      amount: 10_320,
      currency: 'usd',
      allowedPaymentMethodTypes: ['card'],
      paymentMethodCreation: 'manual',
    });
    expect(fake.mountedAt).toBe('#at-element');
  });

  it('draws a bank account without a second authorization beside ours (R27)', async () => {
    await mount({ kind: 'ach' });
    expect(fake.options).toMatchObject({ allowedPaymentMethodTypes: ['us_bank_account'] });
    expect(fake.elementOptions).toMatchObject({ terms: { usBankAccount: 'never' } });
  });

  it('is made once per key, however many forms are opened', async () => {
    await mount();
    await mount({ kind: 'ach' });
    expect(fake.keys).toHaveLength(1);
  });

  it('follows what the element tells: incomplete is as good as empty', async () => {
    const mounted = await mount();
    const changed = vi.fn();
    mounted.subscribe(changed);
    expect(mounted.validity().element).toMatchObject({ isEmpty: true, isDirty: false });
    fake.emit('change', { empty: false, complete: false });
    expect(mounted.validity().element).toMatchObject({ isEmpty: true, isDirty: true });
    fake.emit('change', { empty: false, complete: true });
    expect(mounted.validity().element).toMatchObject({ isEmpty: false, isValid: true });
    expect(changed).toHaveBeenCalledTimes(2);
  });

  it('is told of another sum without losing what was typed', async () => {
    const mounted = await mount();
    mounted.setTotal?.(cents(9_291));
    expect(fake.updates).toEqual([{ amount: 9_291 }]);
  });

  it('fails when the element cannot be drawn', async () => {
    fake.errors.load = card;
    await expect(mount()).rejects.toThrow();
  });

  it('gives a confirmation token', async () => {
    const mounted = await mount();
    await expect(mounted.tokenize()).resolves.toEqual({ kind: 'token', token: 'ctoken_sandbox_1' });
  });

  it.each([
    ['its own words', { token: card }, card.message],
    ['that something happened', { token: { type: 'api_error' } }, 'An unexpected error occurred.'],
    ['what the element could not do', { submit: card }, card.message],
  ])('says %s when there is none', async (_, errors, message) => {
    const mounted = await mount();
    fake.errors = errors;
    await expect(mounted.tokenize()).resolves.toEqual({ kind: 'failed', message });
  });

  it('leaves it to the element to say what is missing in it', async () => {
    const mounted = await mount();
    fake.errors.submit = { type: 'validation_error', message: 'Your card number is incomplete.' };
    await expect(mounted.tokenize()).resolves.toEqual({ kind: 'invalid', fields: ['element'] });
  });

  it('runs the challenge of a bank, with or without fields', async () => {
    const action = { data, threeDSData: 'pi_1_secret_2' };
    await expect(stripe.confirmAction(action)).resolves.toBe(true);
    fake.errors.action = card;
    await expect(stripe.confirmAction(action)).resolves.toBe(false);
    expect(fake.actions).toEqual(['pi_1_secret_2', 'pi_1_secret_2']);
  });
});
