import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakePayengine, installFakePayengine } from '../../../test/fake-payengine.ts';
import {
  createWorld,
  invoice,
  LINK,
  PAID,
  PROCESSING,
  statusAnswer,
  submitAnswer,
  type World,
} from '../../../test/fixtures.ts';
import { openPay } from '../../../test/open-pay.ts';
import { CANCEL, STATUS, SUBMIT } from '../../../test/pay-popup-world.ts';
import { confirmPayment } from '../store/confirm-payment.ts';
import { openPublicLink } from '../store/public-link.ts';
import { PayPopup } from './pay.tsx';

const PAY = { name: 'Confirm and Pay $103.20' };
const CONTINUE = { name: 'Continue with your bank' };
const CANCEL_IT = { name: 'Cancel the payment' };
const asked = submitAnswer({
  status: 'PENDING',
  isThreeDSActionRequired: true,
  threeDSData: 'challenge-data',
});
const WAITING = { body: statusAnswer({ status: 'PENDING', isActionRequired: true }) };
const CANCELED = {
  body: statusAnswer({
    status: 'FAILED',
    responseMessage: 'You canceled the confirmation with your bank. You have not been charged.',
  }),
};

let world: World;
let payengine: FakePayengine;

beforeEach(() => {
  world = createWorld();
  payengine = installFakePayengine();
  world.serve('ip', { ip: '203.0.113.7' });
});
afterEach(cleanup);

function renderPopup() {
  openPay(world.store);
  render(
    <Provider store={world.store}>
      <PayPopup />
    </Provider>,
  );
}

const button = (name: { name: string }) => screen.getByRole<HTMLButtonElement>('button', name);
const heading = () => screen.getByRole('heading', { name: 'Waiting for your bank' });
const requests = () => world.network.sent.filter(({ path }) => path.endsWith('/challenge/cancel'));

function serve(answer: typeof WAITING) {
  world.network.answer(CANCEL, answer);
  world.network.answer(STATUS, answer);
}

/** The payer closes the bank's window, and the processor does not confirm the cancellation. */
async function closeChallenge(answer = WAITING) {
  await world.store.dispatch(openPublicLink(LINK));
  renderPopup();
  await waitFor(() => button(PAY));
  act(payengine.fillIn);
  await waitFor(() => expect(button(PAY).disabled).toBe(false));
  world.network.answer(SUBMIT, { body: asked });
  fireEvent.click(button(PAY));
  await waitFor(() => expect(payengine.challenge?.data).toBe('challenge-data'));
  serve(answer);
  await act(async () => payengine.challenge?.finish(false));
}

type OwnChallenge = { threeDSData: string | null } | null;

/** The page is opened while a payment waits for the bank. */
async function openWhileWaiting(challenge: OwnChallenge) {
  world.serveInvoice(PROCESSING);
  const status = { status: 'PENDING', isActionRequired: true, challenge } as const;
  world.network.answer(STATUS, { body: statusAnswer(status) });
  await world.store.dispatch(openPublicLink(LINK));
  await world.store.dispatch(confirmPayment());
  renderPopup();
  await waitFor(heading);
}

function saveKey() {
  const { requestId } = world.store.getState().request;
  if (!requestId) throw new Error('The link was not opened');
  const { amount: amountCents, fees } = invoice().payable;
  world.store.parts.attempts.keyFor(requestId, {
    option: 'PAY_IN_FULL',
    kind: 'card',
    methodId: null,
    arrangement: null,
    amountCents,
    feeCents: fees.card.fee,
  });
  return () => world.store.parts.attempts.savedKey(requestId);
}

describe('A challenge that is closed (R43)', () => {
  it('closing a challenge requests a cancellation, and the payment ends when the server confirms', async () => {
    await closeChallenge(CANCELED);
    await waitFor(() => screen.getByText('Payment unsuccessful!'));
    expect(screen.getByText(/You have not been charged/)).toBeDefined();
    expect(requests()).toHaveLength(1);
  });

  it('a payment stays pending until the cancellation is confirmed, and the popup shows the wait', async () => {
    await closeChallenge();
    await waitFor(heading);
    expect(screen.getByText(/hasn't confirmed this payment yet/)).toBeDefined();
    expect(screen.getByText(/We requested the cancellation/)).toBeDefined();
    expect(screen.queryByText('Payment unsuccessful!')).toBeNull();
    expect(world.store.getState().request.isPaymentInProcessing).toBe(true);
  });

  it('a closed challenge can be continued with the bank, and the payment can still succeed', async () => {
    await closeChallenge();
    await waitFor(heading);
    payengine.challenge = null;
    fireEvent.click(button(CONTINUE));
    await waitFor(() => expect(payengine.challenge).toMatchObject({ data: 'challenge-data' }));
    expect(screen.getByText('Please, dont close this window while paying')).toBeDefined();
    world.network.answer(STATUS, { body: statusAnswer() });
    world.serveInvoice({ ...PAID, version: 2 });
    await act(async () => payengine.challenge?.finish(true));
    await waitFor(() => screen.getByText('Payment successful!'));
    expect(requests()).toHaveLength(1);
  });

  it('the popup waits for the result after the payer has completed the challenge', async () => {
    await closeChallenge();
    await waitFor(heading);
    fireEvent.click(button(CONTINUE));
    await waitFor(() => screen.getByText('Please, dont close this window while paying'));
    await act(async () => payengine.challenge?.finish(true));
    await act(async () => void (await world.store.dispatch(confirmPayment())));
    expect(screen.getByText('Please, dont close this window while paying')).toBeDefined();
  });

  it('the payer can cancel a challenge and sees the progress until the confirmation', async () => {
    await closeChallenge();
    await waitFor(heading);
    let answer = (_: typeof WAITING): void => {};
    world.network.answer(CANCEL, () => new Promise((resolve) => (answer = resolve)));
    fireEvent.click(button(CANCEL_IT));
    await waitFor(() => screen.getByText(/We're canceling the payment/));
    expect(button({ name: 'Canceling ...' }).getAttribute('aria-busy')).toBe('true');
    expect(button(CONTINUE).disabled).toBe(true);
    fireEvent.click(button({ name: 'Canceling ...' }));
    expect(requests()).toHaveLength(2);
    world.network.answer(STATUS, CANCELED);
    await act(async () => answer(CANCELED));
    await waitFor(() => screen.getByText('Payment unsuccessful!'));
    expect(screen.getByText(/You have not been charged/)).toBeDefined();
  });

  it('a cancellation request that failed shows an error and can be repeated', async () => {
    await closeChallenge();
    await waitFor(heading);
    world.network.cut(true);
    fireEvent.click(button(CANCEL_IT));
    await waitFor(() => screen.getByText(/couldn't request/));
    world.network.cut(false);
    serve(CANCELED);
    fireEvent.click(button(CANCEL_IT));
    await waitFor(() => screen.getByText('Payment unsuccessful!'));
  });

  it('the popup moves the focus to the waiting message and announces its start and end', async () => {
    await closeChallenge();
    await waitFor(heading);
    const region = screen.getByRole('region', { name: 'Waiting for your bank' });
    expect(document.activeElement).toBe(region);
    expect(region.getAttribute('aria-busy')).toBeNull();
    const [words] = within(region).getAllByRole('status');
    expect(words?.textContent).toContain("hasn't confirmed this payment yet");
    serve(CANCELED);
    fireEvent.click(button(CANCEL_IT));
    const alerts = await waitFor(() => screen.getAllByRole('alert'));
    expect(alerts[0]?.textContent).toContain('Payment unsuccessful!');
    const end = screen.getByRole('region', { name: 'Payment unsuccessful!' });
    expect(document.activeElement).toBe(end);
  });

  it('a challenge is restored after the popup is closed and reopened', async () => {
    await closeChallenge();
    await waitFor(heading);
    world.serveInvoice({ ...PROCESSING, version: 2 });
    const region = screen.getByRole('region', { name: 'Waiting for your bank' });
    fireEvent.click(within(region).getByRole('button', { name: 'Close' }));
    expect(world.store.getState().popup.popupName).toBeNull();
    act(() => openPay(world.store));
    await waitFor(heading);
    expect(button(CONTINUE).disabled).toBe(false);
  });
});

describe('A challenge from before the page was loaded (R43)', () => {
  it('the payer continues an earlier challenge, and the payment succeeds', async () => {
    await openWhileWaiting({ threeDSData: 'challenge-data' });
    fireEvent.click(button(CONTINUE));
    await waitFor(() => expect(payengine.challenge).toMatchObject({ data: 'challenge-data' }));
    world.network.answer(STATUS, { body: statusAnswer() });
    world.serveInvoice({ ...PAID, version: 2 });
    await act(async () => payengine.challenge?.finish(true));
    await waitFor(() => screen.getByText('Payment successful!'));
    expect(requests()).toHaveLength(0);
  });

  it('the payer cancels an earlier challenge without its key, which is not used again', async () => {
    await openWhileWaiting({ threeDSData: null });
    const savedKey = saveKey();
    expect(screen.getByText(/can't be opened again here/)).toBeDefined();
    expect(screen.queryByRole('button', CONTINUE)).toBeNull();
    serve(CANCELED);
    world.serveInvoice({ version: 2 });
    fireEvent.click(button(CANCEL_IT));
    await waitFor(() => screen.getByText(/You have not been charged/));
    expect(requests()[0]?.body).toEqual({});
    expect(savedKey()).toBeNull();
  });

  it("someone else's challenge is explained and can be neither continued nor canceled", async () => {
    await openWhileWaiting(null);
    expect(screen.getByText(/is open in another window/)).toBeDefined();
    expect(screen.queryByRole('button', CONTINUE)).toBeNull();
    expect(screen.queryByRole('button', CANCEL_IT)).toBeNull();
  });
});
