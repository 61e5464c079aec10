import { cents } from '@quittance/contract/money';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeStripe, installFakeStripe } from '../../../../test/fake-stripe.ts';
import { mountRequest } from '../../../../test/mount-request.ts';

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
  it("a card form is created for the exact amount, with the company's key", async () => {
    await mount();
    expect(fake.keys).toEqual([
      { key: 'pk_test_sandbox_northwind', options: { locale: 'en', stripeAccount: 'acct_1' } },
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

  it('a bank account form shows no second mandate beside ours (R27)', async () => {
    await mount({ kind: 'ach' });
    expect(fake.options).toMatchObject({ allowedPaymentMethodTypes: ['us_bank_account'] });
    expect(fake.elementOptions).toMatchObject({ terms: { usBankAccount: 'never' } });
  });

  it('one Stripe object is created per key and account', async () => {
    await mount();
    await mount({ kind: 'ach' });
    expect(fake.keys).toHaveLength(1);
    await mount({ data: { ...data, settings: { stripeAccount: 'acct_2' } } });
    expect(fake.keys.map(({ options }) => options)).toEqual([
      { locale: 'en', stripeAccount: 'acct_1' },
      { locale: 'en', stripeAccount: 'acct_2' },
    ]);
  });

  it('a token is created only after the elements have applied the last change', async () => {
    const mounted = await mount();
    let takeOver = (): void => undefined;
    fake.updating = new Promise((resolve) => {
      takeOver = resolve;
    });
    mounted.setUse?.({ chargedCents: cents(9_291), isSaved: true });
    const tokenized = mounted
      .tokenize()
      .then((result) => ({ result, updates: fake.updates.length }));
    takeOver();
    await expect(tokenized).resolves.toMatchObject({ result: { kind: 'token' }, updates: 1 });
  });

  it('a bank account that is only saved uses the verification method of the server', async () => {
    await mount({ kind: 'ach', use: { chargedCents: null, isSaved: true } });
    const paymentMethodOptions = { us_bank_account: { verification_method: 'instant' } };
    expect(fake.options).toMatchObject({ mode: 'setup', paymentMethodOptions });
    await mount({ kind: 'ach' });
    expect(fake.options).not.toHaveProperty('paymentMethodOptions');
  });

  it('the field state follows the element, and an incomplete field counts as empty', async () => {
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

  it('the Escape key in the Stripe frame closes the popup (product §2.30)', async () => {
    await mount();
    const pressed: string[] = [];
    const note = ({ key }: KeyboardEvent) => pressed.push(key);
    document.addEventListener('keydown', note);
    fake.emit('escape');
    document.removeEventListener('keydown', note);
    expect(pressed).toEqual(['Escape']);
  });

  it('a changed amount keeps the entered card data', async () => {
    const mounted = await mount();
    mounted.setUse?.({ chargedCents: cents(9_291), isSaved: false });
    await mounted.tokenize();
    expect(fake.updates).toMatchObject([{ mode: 'payment', amount: 9_291 }]);
  });

  it.each([
    ['paid once', cents(500), false, { mode: 'payment', amount: 500, setupFutureUsage: null }],
    ['charged again later', cents(500), true, { setupFutureUsage: 'off_session', amount: 500 }],
    ['only kept', null, true, { mode: 'setup', currency: 'usd' }],
  ])('a token is prepared for what is %s', async (_, chargedCents, isSaved, options) => {
    await mount({ use: { chargedCents, isSaved } });
    expect(fake.options).toMatchObject(options);
  });

  it('mounting fails when the Stripe element cannot load', async () => {
    fake.errors.load = card;
    await expect(mount()).rejects.toThrow();
  });

  it('the Payment Element returns a confirmation token', async () => {
    const mounted = await mount();
    await expect(mounted.tokenize()).resolves.toEqual({ kind: 'token', token: 'ctoken_sandbox_1' });
  });

  it.each([
    ['its own words', { token: card }, card.message],
    ['that something happened', { token: { type: 'api_error' } }, 'An unexpected error occurred.'],
    [
      'nothing that is meant for developers',
      { token: { type: 'invalid_request_error', message: 'No such token' } },
      'An unexpected error occurred.',
    ],
    ['what the element could not do', { submit: card }, card.message],
  ])('a missing Stripe token reports %s', async (_, errors, message) => {
    const mounted = await mount();
    fake.errors = errors;
    await expect(mounted.tokenize()).resolves.toEqual({ kind: 'failed', message });
  });

  it('a validation error marks the whole form', async () => {
    const mounted = await mount();
    fake.errors.submit = { type: 'validation_error', message: 'Your card number is incomplete.' };
    await expect(mounted.tokenize()).resolves.toEqual({ kind: 'invalid', fields: ['element'] });
  });

  it("a bank's challenge runs with or without fields", async () => {
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

  it('a wallet is offered for cards only, if the browser supports a wallet', async () => {
    const { mounted } = await mountWallet();
    expect(mounted.wallet).toBeDefined();
    expect(fake.wallet.mountedAt).toBe('#at-wallet');
    expect(fake.wallet.options).toMatchObject({
      paymentMethods: { applePay: 'auto', googlePay: 'auto', link: 'never', paypal: 'never' },
    });
  });

  it('a wallet payment is in US dollars and uses the current amount', async () => {
    const { mounted } = await mountWallet();
    expect(fake.options).toMatchObject({ mode: 'payment', currency: 'usd', amount: 10_320 });
    mounted.setUse?.({ chargedCents: cents(9_291), isSaved: false });
    await mounted.tokenize();
    expect(fake.updates).toMatchObject([{ mode: 'payment', amount: 9_291 }]);
  });

  it.each([
    ['the browser has none', undefined, {}],
    ['none can be used', { googlePay: false }, {}],
    ['it does not load', { googlePay: true }, { walletLoad: card }],
  ])('a wallet is omitted when %s, and the card form remains', async (_, available, errors) => {
    fake.wallet.available = available;
    fake.errors = errors;
    const mounted = await mount();
    expect(mounted.wallet).toBeUndefined();
    expect(fake.wallet.mountedAt).toBeNull();
    expect(fake.mountedAt).toBe('#at-element');
  });

  it('the card form waits only briefly for a wallet', async () => {
    vi.useFakeTimers();
    fake.wallet.isSilent = true;
    const mounting = mount();
    await vi.advanceTimersByTimeAsync(3_000);
    vi.useRealTimers();
    expect((await mounting).wallet).toBeUndefined();
    expect(fake.wallet.mountedAt).toBeNull();
  });

  it('a wallet is not created for a form without a payment', async () => {
    fake.wallet.available = { googlePay: true };
    const mounted = await mount({ walletContainerId: null });
    expect(mounted.wallet).toBeUndefined();
    expect(fake.wallet.options).toBeNull();
  });

  it('a wallet press is handled synchronously and refused during another payment', async () => {
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

  it('a wallet returns a confirmation token and is notified of a failure', async () => {
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

  it('a wallet confirmation is discarded when a card is submitted or no listener exists', async () => {
    const { mounted, stop } = await mountWallet();
    const paymentFailed = vi.fn();
    fake.wallet.emit('confirm', { paymentFailed });
    await mounted.tokenize();
    expect(paymentFailed).toHaveBeenCalledTimes(1);
    stop?.();
    fake.wallet.emit('confirm', { paymentFailed });
    expect(paymentFailed).toHaveBeenCalledTimes(2);
  });

  it('a wallet is destroyed with the fields', async () => {
    const { mounted } = await mountWallet();
    mounted.unmount();
    expect(fake.wallet.mountedAt).toBeNull();
  });
});
