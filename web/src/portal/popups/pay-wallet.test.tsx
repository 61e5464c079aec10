import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeStripe, installFakeStripe } from '../../../test/fake-stripe.ts';
import {
  company,
  createWorld,
  invoice,
  LINK,
  statusAnswer,
  submitAnswer,
  type World,
} from '../../../test/fixtures.ts';
import { openPay } from '../../../test/open-pay.ts';
import { STATUS, SUBMIT } from '../../../test/pay-popup-world.ts';
import { openPublicLink } from '../store/public-link.ts';
import { PayPopup } from './pay.tsx';

let world: World;
let stripe: FakeStripe;

// Stripe is opened once per key and page, so each test uses a different company with its own fake.
let companies = 0;

beforeEach(() => {
  world = createWorld();
  stripe = installFakeStripe();
  stripe.wallet.available = { googlePay: true };
  companies += 1;
  const processorData = { ...company().processorData, publicKey: `pk_test_${companies}` };
  world.serve('ip', { ip: '203.0.113.7' });
  world.serve('public/company/', {
    success: true,
    company: company({ processor: 'stripe', processorData }),
  });
  world.network.answer(STATUS, { body: statusAnswer() });
});
afterEach(() => {
  cleanup();
  Reflect.deleteProperty(window, 'Stripe');
});

const submitted = () => world.network.sent.filter(({ path }) => path.endsWith('full/submit'));
const payButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Confirm and Pay/ });
const closeButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Close' });

async function open() {
  world.serveInvoice();
  await world.store.dispatch(openPublicLink(LINK));
  openPay(world.store);
  render(
    <Provider store={world.store}>
      <PayPopup />
    </Provider>,
  );
  await waitFor(payButton);
}

function press() {
  const answers = { resolve: vi.fn(), reject: vi.fn() };
  act(() => stripe.wallet.emit('click', answers));
  return answers;
}

function confirm() {
  const paymentFailed = vi.fn();
  act(() => stripe.wallet.emit('confirm', { paymentFailed }));
  return paymentFailed;
}

describe('Paying with a wallet (product §5.13)', () => {
  it('a wallet is offered above the card only when the browser supports a wallet', async () => {
    await open();
    expect(screen.getByRole('group', { name: 'Pay with a wallet' })).toBeDefined();
    expect(screen.getByText('Or pay by card')).toBeDefined();
    cleanup();
    stripe.wallet.available = undefined;
    await open();
    expect(screen.queryByText('Or pay by card')).toBeNull();
  });

  it('a wallet submits its token as a card, with the attempt id and the amounts of the form', async () => {
    let key: string | null = null;
    world.network.answer(SUBMIT, () => {
      key = world.store.parts.attempts.savedKey(invoice().requestId);
      return { body: submitAnswer() };
    });
    await open();
    expect(press().resolve).toHaveBeenCalledTimes(1);
    const paymentFailed = confirm();
    await waitFor(() => expect(submitted()).toHaveLength(1));
    expect(key).not.toBeNull();
    expect(submitted()[0]?.headers.get('Idempotency-Key')).toBe(key);
    expect(submitted()[0]?.body).toMatchObject({
      processor: 'stripe',
      paymentInfo: { paymentType: 'card', token: 'ctoken_sandbox_1' },
      quote: { amount: 10_000, fee: 320 },
    });
    await waitFor(() => screen.getByText('Payment successful!'));
    expect(paymentFailed).not.toHaveBeenCalled();
  });

  it('a declined wallet payment is reported to the wallet and shown to the payer', async () => {
    const body = { success: false, message: 'PAYMENT_DECLINED', responseMessage: 'Declined.' };
    world.network.answer(SUBMIT, { status: 402, body });
    await open();
    press();
    const paymentFailed = confirm();
    await waitFor(() => screen.getByText('Payment unsuccessful!'));
    await waitFor(() => expect(paymentFailed).toHaveBeenCalledTimes(1));
  });

  it('a missing token is reported to the wallet, and nothing is submitted', async () => {
    stripe.errors.token = { type: 'api_error', message: 'No such token' };
    await open();
    press();
    const paymentFailed = confirm();
    await waitFor(() => screen.getByText('An unexpected error occurred.'));
    expect(paymentFailed).toHaveBeenCalledTimes(1);
    expect(submitted()).toHaveLength(0);
  });

  it('an open wallet sheet blocks the popup and the card form', async () => {
    await open();
    act(() => stripe.emit('change', { empty: false, complete: true }));
    await waitFor(() => expect(payButton().disabled).toBe(false));
    press();
    expect(payButton().disabled).toBe(true);
    expect(closeButton().disabled).toBe(true);
    act(() => stripe.wallet.emit('cancel'));
    expect(payButton().disabled).toBe(false);
    expect(closeButton().disabled).toBe(false);
  });

  it('a wallet does not open during a card payment', async () => {
    await open();
    act(() => stripe.emit('change', { empty: false, complete: true }));
    await waitFor(() => expect(payButton().disabled).toBe(false));
    world.network.answer(SUBMIT, { body: submitAnswer() });
    act(() => payButton().click());
    expect(press().reject).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(submitted()).toHaveLength(1));
  });
});
