import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakePayengine, installFakePayengine } from '../../../test/fake-payengine.ts';
import {
  createWorld,
  LINK,
  PAID,
  payable,
  REQUEST_ID,
  statusAnswer,
  submitAnswer,
  type World,
} from '../../../test/fixtures.ts';
import { openPay } from '../../../test/open-pay.ts';
import { openPublicLink } from '../store/public-link.ts';
import { selectInvoice } from '../store/reads.ts';
import { PayPopup } from './pay.tsx';

const SUBMIT = `POST /api/portal/request/${REQUEST_ID}/full/submit`;
const STATUS = `GET /api/portal/request/${REQUEST_ID}/status`;
const BUTTON = { name: 'Confirm and Pay $103.20' };

let world: World;
let payengine: FakePayengine;

beforeEach(() => {
  world = createWorld();
  payengine = installFakePayengine();
  world.serve('ip', { ip: '203.0.113.7' });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function renderPopup() {
  openPay(world.store);
  return render(
    <Provider store={world.store}>
      <PayPopup />
    </Provider>,
  );
}

async function openForm() {
  await world.store.dispatch(openPublicLink(LINK));
  renderPopup();
  await waitFor(() => expect(screen.getByRole('button', BUTTON)).toBeDefined());
}

async function fillIn() {
  await openForm();
  act(payengine.fillIn);
  await waitFor(() => expect(button().disabled).toBe(false));
}

const button = () => screen.getByRole<HTMLButtonElement>('button', BUTTON);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const submitted = () => world.network.sent.filter(({ path }) => path.endsWith('full/submit'));

describe('PAY popup (product §2.9, §2.13)', () => {
  it('the PAY popup renders nothing until the company, customer, invoice and request are loaded', () => {
    const { baseElement } = renderPopup();
    expect(baseElement.textContent).toBe('');
  });

  it('the PAY popup offers the available options with the fee, the total and the exact button', async () => {
    await openForm();
    expect(screen.getByRole('dialog', { name: 'Payment method' })).toBeDefined();
    const offered = screen.getAllByRole('radio').map((radio) => radio.parentElement?.textContent);
    expect(offered).toEqual([
      'Pay now$103.20 today, including fee',
      'Create a payment plan$51.60 a month, including fee',
      "Can't pay today?Schedule a payment",
    ]);
    expect(screen.getByRole('group', { name: 'Other payment options' })).toBeDefined();
    expect(screen.getByText('Processing fee (2.9% + $0.30)')).toBeDefined();
    expect(screen.getByText('$3.20')).toBeDefined();
    for (const label of ['Card holder name', 'Card number', 'Expiry date', 'CVC'])
      expect(screen.getByRole('group', { name: label })).toBeDefined();
  });

  it('the PAY popup shows no fee line without a fee', async () => {
    world.serveInvoice({ payable: payable(10_000, 0) });
    await world.store.dispatch(openPublicLink(LINK));
    renderPopup();
    await waitFor(() => screen.getByRole('button', { name: 'Confirm and Pay $100.00' }));
    expect(screen.queryByText(/Processing fee/)).toBeNull();
  });

  it('the PAY popup shows the loading overlay until the fields are loaded', async () => {
    await world.store.dispatch(openPublicLink(LINK));
    renderPopup();
    expect(screen.getByText('Initializing secure payment environment')).toBeDefined();
    await waitFor(() =>
      expect(screen.queryByText('Initializing secure payment environment')).toBeNull(),
    );
  });

  it('the PAY popup shows an error when the fields fail to load', async () => {
    Object.assign(window, { PayEngine: { SecureFields: { create: () => Promise.reject() } } });
    await world.store.dispatch(openPublicLink(LINK));
    renderPopup();
    await waitFor(() => screen.getByText("We couldn't load the secure payment fields"));
    payengine = installFakePayengine();
    press('Try again');
    await waitFor(() => expect(screen.getByRole('button', BUTTON)).toBeDefined());
  });

  it('the PAY popup validates fields every second (product §5.4)', async () => {
    await openForm();
    expect(button().disabled).toBe(true);
    payengine.change('card_cvc', { isTouched: true }, 'silent');
    const typed = { isTouched: true, isEmpty: false, isDirty: true };
    payengine.change('card_number', typed, 'silent');
    await waitFor(() => screen.getByText('CVC is required'));
    expect(screen.getByText('Card number is not valid')).toBeDefined();
    expect(button().disabled).toBe(true);
  });
});

describe('Paying in full (product §4.7, §4.10)', () => {
  it('a full payment goes from pending to success and marks the invoice as paid', async () => {
    await fillIn();
    let answer = (_: { body: unknown }): void => {};
    world.network.answer(SUBMIT, () => new Promise((resolve) => (answer = resolve)));
    world.network.answer(STATUS, { body: statusAnswer() });
    world.serveInvoice({ ...PAID, version: 2 });
    fireEvent.click(button());
    await waitFor(() => screen.getByText('Please, dont close this window while paying'));
    await act(async () => answer({ body: submitAnswer() }));
    await waitFor(() => screen.getByText('Payment successful!'));
    expect(screen.getByText('Thank you, your payment recieved')).toBeDefined();
    expect(screen.getByText('Visa ending in 4242')).toBeDefined();
    expect(screen.getByText('November 15, 2026 2:31 PM')).toBeDefined();
    expect(selectInvoice(world.store.getState())?.status).toBe('COLLECTED');
  });

  it('a full payment sends the token, the displayed quote and the attempt id, but no card number', async () => {
    await fillIn();
    world.network.answer(SUBMIT, { body: submitAnswer() });
    fireEvent.click(button());
    await waitFor(() => expect(submitted()).toHaveLength(1));
    expect(submitted()[0]?.body).toMatchObject({
      processor: 'payengine',
      paymentInfo: {
        paymentType: 'card',
        token: 'card_sandbox_1',
        browserInfo: 'browser',
        deviceInfo: { ipAddress: '203.0.113.7' },
      },
      quote: { amount: 10_000, fee: 320 },
    });
    expect(submitted()[0]?.headers.get('Authorization')).toBe(`Link ${LINK.token}`);
    expect(submitted()[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('a full payment is submitted once, however often the button is pressed', async () => {
    await fillIn();
    world.network.answer(SUBMIT, { body: submitAnswer() });
    const pressed = button();
    for (let count = 0; count < 5; count += 1) fireEvent.click(pressed);
    await waitFor(() => screen.getByText('Payment successful!'));
    expect(submitted()).toHaveLength(1);
  });

  it('a declined card shows its reason, keeps the form, and gets a new idempotency key for the retry', async () => {
    await fillIn();
    const responseMessage = 'Your card was declined.';
    world.network.answer(SUBMIT, {
      body: submitAnswer({ success: false, status: 'FAILED', responseMessage }),
    });
    fireEvent.click(button());
    await waitFor(() => screen.getByText('Payment unsuccessful!'));
    expect(screen.getByText('Something went wrong!')).toBeDefined();
    expect(screen.getByText(`${responseMessage} You weren't charged.`)).toBeDefined();
    press('Try again');
    world.network.answer(SUBMIT, { body: submitAnswer() });
    fireEvent.click(button());
    await waitFor(() => screen.getByText('Payment successful!'));
    const [first, second] = submitted().map(({ headers }) => headers.get('Idempotency-Key'));
    expect(first).not.toBe(second);
  });

  it('the PAY popup shows changed amounts and asks again (R6)', async () => {
    await fillIn();
    const details = { payable: payable(9_000, 291) };
    const error = { success: false, message: 'AMOUNT_CHANGED', details };
    world.serveInvoice({ ...details, version: 2 });
    world.network.answer(SUBMIT, { status: 409, body: error });
    fireEvent.click(button());
    await waitFor(() => screen.getByRole('button', { name: 'Confirm and Pay $92.91' }));
    expect(screen.getByText(/The amount has changed/)).toBeDefined();
  });

  it('the PAY popup marks the fields refused by the processor', async () => {
    await fillIn();
    payengine.refuse({ card_cvc: { errorMessages: ['is not valid'] } });
    payengine.change('card_cvc', { isValid: false, isFocused: true });
    fireEvent.click(button());
    await waitFor(() => screen.getByText('CVC is not valid'));
    expect(submitted()).toHaveLength(0);
  });
});

describe('3-D Secure (product §4.11)', () => {
  const asked = submitAnswer({
    status: 'PENDING',
    isThreeDSActionRequired: true,
    threeDSData: 'challenge-data',
  });

  it('the PAY popup runs the challenge and reads the result from the server', async () => {
    await fillIn();
    world.network.answer(SUBMIT, { body: asked });
    fireEvent.click(button());
    await waitFor(() => expect(payengine.challenge?.data).toBe('challenge-data'));
    expect(screen.getByText('Please, dont close this window while paying')).toBeDefined();
    world.network.answer(STATUS, { body: statusAnswer() });
    await act(async () => payengine.challenge?.finish(true));
    await waitFor(() => screen.getByText('Payment successful!'));
  });
});
