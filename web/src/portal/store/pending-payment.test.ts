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
import { openPay } from '../../../test/open-pay.ts';
import {
  createPayPopupWorld,
  INVOICE,
  type PayPopupWorld,
  STATUS,
  SUBMIT,
} from '../../../test/pay-popup-world.ts';
import { popupClosed } from './popup.ts';
import { openPublicLink } from './public-link.ts';
import { selectInvoice } from './reads.ts';
import { paymentProcessingReceived, socketJoined, socketReconnected } from './realtime-events.ts';
import { actionFailed } from './request.ts';
import { selectPayContext } from './selectors.ts';

let world: PayPopupWorld;

beforeEach(async () => {
  vi.useFakeTimers();
  world = await createPayPopupWorld();
});
afterEach(() => vi.useRealTimers());

describe('A lost answer (decision 0005)', () => {
  it('a payment with a lost response stays pending, keeps its key and is found by its status', async () => {
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

  it('a payment that never arrived can be retried under the same key', async () => {
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

  it('a decline found by the status call releases the key', async () => {
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
});

describe('A reload while the submit is under way (R21, decision 0019)', () => {
  const never = () => new Promise<never>(() => {});

  async function reload() {
    const store = world.openPage();
    await store.dispatch(openPublicLink(LINK));
    await world.settle();
    return { store, request: () => store.getState().request };
  }

  it('the payment is processing at once, and its status is asked with its key until it is final', async () => {
    world.network.answer(SUBMIT, never);
    const key = await world.pay();
    world.network.answer(STATUS, { body: statusAnswer({ status: 'PENDING' }) });
    const { store, request } = await reload();
    expect(request()).toMatchObject({ isPaymentInProcessing: true, attemptKey: key });
    expect(world.network.sent.at(-1)?.path).toContain(`key=${key}`);
    openPay(store);
    expect(request().isPaymentInProcessing).toBe(true);
    world.network.answer(STATUS, { body: statusAnswer() });
    world.serveInvoice({ ...PAID, version: 2 });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(selectInvoice(store.getState())?.status).toBe('COLLECTED');
    expect(request()).toMatchObject({ isPaymentInProcessing: false, isOutdated: false });
    const { requestId } = request();
    expect(requestId && store.parts.attempts.savedKey(requestId)).toBeNull();
  });

  it('a submit that never arrived is over only after two later checks', async () => {
    world.network.answer(SUBMIT, never);
    await world.pay();
    world.network.answer(STATUS, { body: statusAnswer(null) });
    const { request } = await reload();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(request().isPaymentInProcessing).toBe(true);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(request().isPaymentInProcessing).toBe(false);
    expect((await reload()).request().isPaymentInProcessing).toBe(false);
  });

  it('a scheduled payment that was saved before the reload ends as scheduled', async () => {
    world.network.answer(SUBMIT, never);
    await world.pay();
    const scheduled = { ...statusAnswer(), paymentProcessingStatus: 'payment_scheduled' };
    world.network.answer(STATUS, { body: scheduled });
    const { store } = await reload();
    expect(store.getState().request.paymentProcessingStatus).toBe('payment_scheduled');
    expect(store.getState().toasts.list.map(({ text }) => text)).toEqual(['Payment scheduled']);
  });

  it('a payment that was refused or is final is not resumed', async () => {
    world.network.answer(SUBMIT, {
      status: 409,
      body: { success: false, message: 'MANDATE_CHANGED' },
    });
    await world.pay();
    expect((await reload()).request().isPaymentInProcessing).toBe(false);
    world.network.answer(SUBMIT, { body: submitAnswer() });
    await world.pay();
    expect((await reload()).request().isPaymentInProcessing).toBe(false);
  });

  it('the page is outdated from the result until the invoice is read again', async () => {
    world.network.answer(SUBMIT, { body: submitAnswer() });
    world.network.answer(STATUS, { body: statusAnswer() });
    world.network.answer(INVOICE, never);
    await world.pay();
    expect(world.request()).toMatchObject({ isPaymentInProcessing: false, isOutdated: true });
  });
});

describe('The first join of the socket (R21)', () => {
  it('a page reads again what it shows when its document has another version', async () => {
    const before = world.calls(INVOICE);
    world.store.dispatch(socketJoined('version'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(world.calls(INVOICE)).toBe(before);
    world.serveInvoice({ ...PROCESSING, version: 2 });
    world.store.dispatch(socketJoined('later'));
    await world.settle();
    expect(world.invoiceStatus()).toBe('PENDING');
  });
});

describe('The socket (product §4.20, R21)', () => {
  it('a socket event is ignored while no payment is in progress', () => {
    world.store.dispatch(paymentProcessingReceived('in_progress'));
    expect(world.request().paymentProcessingStatus).toBe('idle');
  });

  it('a socket event does not end a payment before its status is loaded', async () => {
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

  it('a reconnection immediately loads the status of a pending payment', async () => {
    world.network.answer(SUBMIT, { body: submitAnswer({ status: 'PENDING' }) });
    world.network.answer(STATUS, { body: statusAnswer({ status: 'PENDING' }) });
    await world.pay();
    const before = world.calls(STATUS);
    world.store.dispatch(socketReconnected());
    await world.settle();
    expect(world.calls(STATUS)).toBe(before + 1);
  });

  it('a payment made in another tab is shown, and its form is closed', async () => {
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
  it('closing the popup resets the displayed status, and the payment continues', async () => {
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

  it('a payment in progress at page load is tracked until its end', async () => {
    const world = createWorld();
    world.serveInvoice(PROCESSING);
    await world.store.dispatch(openPublicLink(LINK));
    world.network.answer(STATUS, { body: statusAnswer() });
    world.serveInvoice({ ...PAID, version: 2 });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(selectInvoice(world.store.getState())?.status).toBe('COLLECTED');
    const calls = world.network.sent.length;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(world.network.sent).toHaveLength(calls);
  });

  it('a failed challenge is an error and keeps the key', async () => {
    world.network.answer(SUBMIT, {
      body: submitAnswer({ status: 'PENDING', isThreeDSActionRequired: true, threeDSData: 'x' }),
    });
    const idempotencyKey = await world.pay();
    expect(world.request().paymentProcessingStatus).toBe('in_progress');
    world.store.dispatch(actionFailed('Your bank did not confirm the payment.'));
    expect(world.request().paymentProcessingStatus).toBe('error');
    expect(world.savedKey()).toBe(idempotencyKey);
  });

  it('an older response never replaces a newer invoice', async () => {
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

  it('a missing customer is loaded again when the popup opens', async () => {
    const { store, serve } = await openWithoutCustomer();
    serve('public/debtor/', { success: true, debtor: { firstName: 'Maya' } });
    openPay(store);
    await vi.advanceTimersByTimeAsync(0);
    expect(selectPayContext(store.getState())).not.toBeNull();
    expect(store.getState().popup.popupName).toBe('PAY');
  });

  it('the popup closes when the customer cannot be loaded', async () => {
    const { store } = await openWithoutCustomer();
    openPay(store);
    await vi.advanceTimersByTimeAsync(0);
    expect(store.getState().popup.popupName).toBeNull();
    expect(store.getState().toasts.list).toHaveLength(1);
  });
});

describe('A bank debit', () => {
  it('an accepted bank debit ends the wait and is polled less often', async () => {
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

  it('a changed mandate text must be accepted again, under the same key', async () => {
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
