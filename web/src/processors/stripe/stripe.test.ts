import { cents } from '@quittance/contract/money';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeStripe, installFakeStripe } from '../../../test/fake-stripe.ts';
import { mountRequest } from '../../../test/mount-request.ts';

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
    mounted.setUse?.({ chargedCents: cents(9_291), isSaved: false });
    expect(fake.updates).toMatchObject([{ mode: 'payment', amount: 9_291 }]);
  });

  it.each([
    ['paid once', cents(500), false, { mode: 'payment', amount: 500, setupFutureUsage: null }],
    ['charged again later', cents(500), true, { setupFutureUsage: 'off_session', amount: 500 }],
    ['only kept', null, true, { mode: 'setup', currency: 'usd' }],
  ])('prepares a token for what is %s', async (_, chargedCents, isSaved, options) => {
    await mount({ use: { chargedCents, isSaved } });
    expect(fake.options).toMatchObject(options);
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

describe('Wallet of Stripe (product §5.13)', () => {
  const listener = () => ({ onPress: vi.fn(() => true), onCancel: vi.fn(), onConfirm: vi.fn() });

  async function mountWallet() {
    fake.wallet.available = { googlePay: true, applePay: false };
    const mounted = await mount();
    const heard = listener();
    const stop = mounted.wallet?.listen(heard);
    return { mounted, heard, stop };
  }

  it('is there when the browser has one, for cards alone', async () => {
    const { mounted } = await mountWallet();
    expect(mounted.wallet).toBeDefined();
    expect(fake.wallet.mountedAt).toBe('#at-wallet');
    expect(fake.wallet.options).toMatchObject({
      paymentMethods: { applePay: 'auto', googlePay: 'auto', link: 'never', paypal: 'never' },
    });
  });

  it('belongs to a payment in US dollars, whose sum it follows', async () => {
    const { mounted } = await mountWallet();
    expect(fake.options).toMatchObject({ mode: 'payment', currency: 'usd', amount: 10_320 });
    mounted.setUse?.({ chargedCents: cents(9_291), isSaved: false });
    expect(fake.updates).toMatchObject([{ mode: 'payment', amount: 9_291 }]);
  });

  it.each([
    ['the browser has none', undefined, {}],
    ['none can be used', { googlePay: false }, {}],
    ['it does not load', { googlePay: true }, { walletLoad: card }],
  ])('is left out when %s, and the card is not', async (_, available, errors) => {
    fake.wallet.available = available;
    fake.errors = errors;
    const mounted = await mount();
    expect(mounted.wallet).toBeUndefined();
    expect(fake.wallet.mountedAt).toBeNull();
    expect(fake.mountedAt).toBe('#at-element');
  });

  it('keeps the card waiting for a moment only', async () => {
    vi.useFakeTimers();
    fake.wallet.isSilent = true;
    const mounting = mount();
    await vi.advanceTimersByTimeAsync(3_000);
    vi.useRealTimers();
    expect((await mounting).wallet).toBeUndefined();
    expect(fake.wallet.mountedAt).toBeNull();
  });

  it('is not asked for where nothing is paid', async () => {
    fake.wallet.available = { googlePay: true };
    const mounted = await mount({ walletContainerId: null });
    expect(mounted.wallet).toBeUndefined();
    expect(fake.wallet.options).toBeNull();
  });

  it('answers a press at once, and stays closed while another payment runs', async () => {
    const { heard } = await mountWallet();
    const event = { resolve: vi.fn(), reject: vi.fn() };
    fake.wallet.emit('click', event);
    expect(event.resolve).toHaveBeenCalledTimes(1);
    heard.onPress.mockReturnValue(false);
    fake.wallet.emit('click', event);
    expect(event.reject).toHaveBeenCalledTimes(1);
    fake.wallet.emit('cancel');
    expect(heard.onCancel).toHaveBeenCalledTimes(1);
  });

  it('gives a confirmation token, and is told when nothing came of it', async () => {
    const { heard } = await mountWallet();
    const paymentFailed = vi.fn();
    fake.wallet.emit('confirm', { paymentFailed });
    const [confirmation] = heard.onConfirm.mock.calls[0] ?? [];
    await expect(confirmation.tokenize()).resolves.toMatchObject({ token: 'ctoken_sandbox_1' });
    fake.errors.submit = { type: 'validation_error' };
    await expect(confirmation.tokenize()).resolves.toEqual({ kind: 'failed', message: null });
    expect(paymentFailed).not.toHaveBeenCalled();
    confirmation.fail();
    expect(paymentFailed).toHaveBeenCalledTimes(1);
  });

  it('is over once a card is typed instead, or nobody listens', async () => {
    const { mounted, stop } = await mountWallet();
    const paymentFailed = vi.fn();
    fake.wallet.emit('confirm', { paymentFailed });
    await mounted.tokenize();
    expect(paymentFailed).toHaveBeenCalledTimes(1);
    stop?.();
    fake.wallet.emit('confirm', { paymentFailed });
    expect(paymentFailed).toHaveBeenCalledTimes(2);
  });

  it('leaves with the fields', async () => {
    const { mounted } = await mountWallet();
    mounted.unmount();
    expect(fake.wallet.mountedAt).toBeNull();
  });
});
