import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createWorld,
  debitAnswer,
  LINK,
  PAID,
  PROCESSING,
  statusAnswer,
  submitAnswer,
} from '../../../test/fixtures.ts';
import {
  createPayPopupWorld,
  type PayPopupWorld,
  STATUS,
  SUBMIT,
} from '../../../test/pay-popup-world.ts';
import { openPublicLink } from '../session/public-link.ts';
import { popupClosed, popupOpened } from '../store/popup.ts';
import { selectPayContext } from '../store/selectors.ts';
import { actionFailed, paymentProcessingReceived, socketConnected } from './request.ts';

let world: PayPopupWorld;

beforeEach(async () => {
  vi.useFakeTimers();
  world = await createPayPopupWorld();
});
afterEach(() => vi.useRealTimers());

describe('A lost answer (decision 0005)', () => {
  it('stays pending, keeps its id and finds the payment by asking', async () => {
    world.network.cut(true);
    const idempotencyKey = await world.pay();
    expect(world.request()).toMatchObject({
      paymentProcessingStatus: 'pending',
      isPaymentInProcessing: true,
    });
    expect(world.toasts()).toEqual([]);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(world.request().isPaymentInProcessing).toBe(true);
    expect(world.savedKey()).toBe(idempotencyKey);
    world.network.cut(false);
    world.network.answer(STATUS, { body: statusAnswer() });
    world.serveInvoice({ ...PAID, version: 2 });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(world.request().paymentProcessingStatus).toBe('success');
    expect(world.savedKey()).toBeNull();
  });

  it('leaves another try to the payer, under the same id, when nothing arrived', async () => {
    world.network.cut(true);
    const idempotencyKey = await world.pay();
    world.network.cut(false);
    world.network.answer(STATUS, { body: statusAnswer(null) });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(world.request().isPaymentInProcessing).toBe(true);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(world.request()).toMatchObject({
      paymentProcessingStatus: 'error',
      failureMessage:
        'The connection was lost before your payment reached us. You have not been charged.',
    });
    expect(world.savedKey()).toBe(idempotencyKey);
  });

  it('learns of a decline by asking, and frees the id', async () => {
    world.network.answer(SUBMIT, { status: 500, body: { success: false, message: 'UNEXPECTED' } });
    await world.pay();
    expect(world.request().paymentProcessingStatus).toBe('pending');
    const responseMessage = 'Card expired';
    world.network.answer(STATUS, { body: statusAnswer({ status: 'FAILED', responseMessage }) });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(world.request()).toMatchObject({
      paymentProcessingStatus: 'error',
      failureMessage: 'Card expired',
    });
    expect(world.savedKey()).toBeNull();
  });

  it('forgets an id whose payment ended before the page was opened again', async () => {
    world.network.cut(true);
    await world.pay();
    world.network.cut(false);
    world.network.answer(STATUS, { body: statusAnswer({ status: 'FAILED' }) });
    world.store.dispatch(popupOpened({ name: 'PAY' }));
    await world.settle();
    expect(world.savedKey()).toBeNull();
  });
});

describe('The socket (product §4.20, R21)', () => {
  it('is not heard while no payment is in progress', () => {
    world.store.dispatch(paymentProcessingReceived('in_progress'));
    expect(world.request().paymentProcessingStatus).toBe('idle');
  });

  it('never ends a payment by itself: the server is asked first', async () => {
    let finish = (_: { body: unknown }): void => {};
    world.network.answer(SUBMIT, { body: submitAnswer({ status: 'PENDING' }) });
    world.network.answer(STATUS, { body: statusAnswer({ status: 'PENDING' }) });
    await world.pay();
    world.network.answer(STATUS, () => new Promise((resolve) => (finish = resolve)));
    world.store.dispatch(paymentProcessingReceived('success'));
    await world.settle();
    expect(world.request()).toMatchObject({
      paymentProcessingStatus: 'in_progress',
      isPaymentInProcessing: true,
    });
    finish({ body: statusAnswer() });
    await world.settle();
    expect(world.request().paymentProcessingStatus).toBe('success');
  });

  it('asks at once after a reconnection while a payment is pending', async () => {
    world.network.answer(SUBMIT, { body: submitAnswer({ status: 'PENDING' }) });
    world.network.answer(STATUS, { body: statusAnswer({ status: 'PENDING' }) });
    await world.pay();
    const before = world.calls(STATUS);
    world.store.dispatch(socketConnected());
    await world.settle();
    expect(world.calls(STATUS)).toBe(before + 1);
  });

  it('makes a page show what another tab has paid, and closes the form for it', async () => {
    world.network.answer(STATUS, { body: statusAnswer() });
    world.serveInvoice({ ...PAID, version: 2 });
    world.store.dispatch(paymentProcessingReceived('success'));
    await world.settle();
    expect(world.invoiceStatus()).toBe('COLLECTED');
    expect(world.request().paymentProcessingStatus).toBe('idle');
    expect(world.store.getState().popup.popupName).toBeNull();
    expect(world.toasts()).toEqual(['Account is already paid']);
  });
});

describe('Popups and the processing status (product §4.9)', () => {
  it('is idle again when a popup closes, and the payment goes on', async () => {
    world.network.answer(SUBMIT, { body: submitAnswer({ status: 'PENDING' }) });
    world.network.answer(STATUS, { body: statusAnswer({ status: 'PENDING' }) });
    await world.pay();
    world.store.dispatch(popupClosed());
    expect(world.request()).toMatchObject({
      paymentProcessingStatus: 'idle',
      isPaymentInProcessing: true,
    });
    world.network.answer(STATUS, { body: statusAnswer() });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(world.request().isPaymentInProcessing).toBe(false);
    expect(world.toasts()).toEqual(['Payment successful']);
  });

  it('follows an invoice that was being paid when the page was opened', async () => {
    const world = createWorld();
    world.serveInvoice(PROCESSING);
    await world.store.dispatch(openPublicLink(LINK));
    world.network.answer(STATUS, { body: statusAnswer() });
    world.serveInvoice({ ...PAID, version: 2 });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(world.store.getState().invoices.selectedInvoice?.status).toBe('COLLECTED');
    const calls = world.network.sent.length;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(world.network.sent).toHaveLength(calls);
  });

  it('shows a failed challenge as an error and keeps the id', async () => {
    world.network.answer(SUBMIT, {
      body: submitAnswer({ status: 'PENDING', isThreeDSActionRequired: true, threeDSData: 'x' }),
    });
    const idempotencyKey = await world.pay();
    expect(world.request().paymentProcessingStatus).toBe('in_progress');
    world.store.dispatch(actionFailed('Your bank did not confirm the payment.'));
    expect(world.request().paymentProcessingStatus).toBe('error');
    expect(world.savedKey()).toBe(idempotencyKey);
  });

  it('never replaces an invoice by an older one', async () => {
    world.serveInvoice({ ...PAID, version: 5 });
    await world.store.dispatch(openPublicLink(LINK));
    world.serveInvoice({ version: 4 });
    await world.store.dispatch(openPublicLink(LINK));
    expect(world.invoiceStatus()).toBe('COLLECTED');
  });
});

describe('A customer that could not be loaded (product §2.13)', () => {
  const CUSTOMER = 'GET /api/portal/public/debtor/';

  async function openWithoutCustomer() {
    const { store, network, serve } = createWorld();
    network.answer(CUSTOMER, { status: 500, body: { success: false, message: 'UNEXPECTED' } });
    await store.dispatch(openPublicLink(LINK));
    return { store, serve };
  }

  it('is asked for again when the popup opens', async () => {
    const { store, serve } = await openWithoutCustomer();
    serve('public/debtor/', { success: true, debtor: { firstName: 'Maya' } });
    store.dispatch(popupOpened({ name: 'PAY' }));
    await vi.advanceTimersByTimeAsync(0);
    expect(selectPayContext(store.getState())).not.toBeNull();
    expect(store.getState().popup.popupName).toBe('PAY');
  });

  it('does not leave the payer before a popup that shows nothing', async () => {
    const { store } = await openWithoutCustomer();
    store.dispatch(popupOpened({ name: 'PAY' }));
    await vi.advanceTimersByTimeAsync(0);
    expect(store.getState().popup.popupName).toBeNull();
    expect(store.getState().toasts.list).toHaveLength(1);
  });
});

describe('A bank debit', () => {
  it('is over for the payer once it was accepted, and asked about less often', async () => {
    world.network.answer(SUBMIT, { body: submitAnswer({ status: 'PENDING' }) });
    world.network.answer(STATUS, { body: debitAnswer() });
    world.serveInvoice({ ...PROCESSING, version: 2 });
    await world.pay();
    await world.settle();
    expect(world.request()).toMatchObject({ isDebitSent: true, isPaymentInProcessing: true });
    expect(world.invoiceStatus()).toBe('PENDING');
    await vi.advanceTimersByTimeAsync(5_000);
    const before = world.calls(STATUS);
    await vi.advanceTimersByTimeAsync(55_000);
    expect(world.calls(STATUS)).toBe(before);
    world.network.answer(STATUS, { body: statusAnswer() });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(world.request()).toMatchObject({
      isDebitSent: false,
      paymentProcessingStatus: 'success',
    });
  });

  it('asks for agreement again when its text has changed, under the same id', async () => {
    const body = { success: false, message: 'MANDATE_CHANGED' };
    world.network.answer(SUBMIT, { status: 409, body });
    const id = await world.pay();
    await world.settle();
    expect(world.request()).toMatchObject({
      paymentProcessingStatus: 'idle',
      isPaymentInProcessing: false,
    });
    expect(world.savedKey()).toBe(id);
  });
});
