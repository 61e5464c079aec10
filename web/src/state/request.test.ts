import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createWorld,
  KEY,
  LINK,
  PAID,
  PROCESSING,
  payable,
  REQUEST_ID,
  SUBMIT_BODY,
  statusAnswer,
  submitAnswer,
  type World,
} from './fixtures.ts';
import { popupClosed, popupOpened } from './popup.ts';
import { openPublicLink } from './public-link.ts';
import {
  actionFailed,
  failureAcknowledged,
  NOTHING_ARRIVED_TEXT,
  payInFull,
  paymentProcessingReceived,
  socketConnected,
} from './request.ts';

const SUBMIT = `POST /api/portal/request/${REQUEST_ID}/full/submit`;
const STATUS = `GET /api/portal/request/${REQUEST_ID}/status`;
const INVOICE = 'GET /api/portal/public/account/';

let world: World;

beforeEach(async () => {
  vi.useFakeTimers();
  world = createWorld();
  await world.store.dispatch(openPublicLink(LINK));
  world.store.dispatch(popupOpened({ name: 'PAY' }));
});
afterEach(() => vi.useRealTimers());

const { requestId } = { requestId: REQUEST_ID };
const request = () => world.store.getState().request;
const invoiceStatus = () => world.store.getState().invoices.selectedInvoice?.status;
const toasts = () => world.store.getState().toasts.list.map(({ text }) => text);
const settle = () => vi.advanceTimersByTimeAsync(0);
const scope = () => ({
  option: 'PAY_IN_FULL' as const,
  kind: 'card' as const,
  amountCents: SUBMIT_BODY.quote.amount,
  feeCents: SUBMIT_BODY.quote.fee,
});

async function pay() {
  const id = request().requestId;
  if (!id) throw new Error('The link was not opened');
  const idempotencyKey = world.store.parts.attempts.idFor(id, scope());
  const paying = world.store.dispatch(
    payInFull({ params: { id }, body: SUBMIT_BODY, idempotencyKey }),
  );
  return { idempotencyKey, paying };
}

const keptId = () => {
  const id = request().requestId;
  return id && world.store.parts.attempts.keptId(id);
};

describe('Request state (product §3.13)', () => {
  it('starts idle and learns its id from the invoice', () => {
    expect(request()).toMatchObject({
      requestId,
      paymentProcessingStatus: 'idle',
      isPaymentInProcessing: false,
    });
  });

  it('is pending while the submit is on its way, and sends it once', async () => {
    world.network.answer(SUBMIT, () => new Promise(() => {}));
    await pay();
    await pay();
    expect(request()).toMatchObject({
      paymentProcessingStatus: 'pending',
      isPaymentInProcessing: true,
    });
    expect(world.calls(SUBMIT)).toBe(1);
  });

  it('succeeds with the details of the payment and a paid invoice', async () => {
    world.network.answer(SUBMIT, { body: submitAnswer() });
    world.network.answer(STATUS, { body: statusAnswer() });
    world.serveInvoice({ ...PAID, version: 2 });
    await pay();
    await settle();
    expect(request()).toMatchObject({
      paymentProcessingStatus: 'success',
      isPaymentInProcessing: false,
      payment: { method: { last4: '4242' } },
    });
    expect(invoiceStatus()).toBe('COLLECTED');
    expect(keptId()).toBeNull();
  });

  it('asks about the payment by the id it was submitted under', async () => {
    world.network.answer(SUBMIT, { body: submitAnswer({ status: 'PENDING' }) });
    world.network.answer(STATUS, { body: statusAnswer({ status: 'PENDING' }) });
    const { idempotencyKey } = await pay();
    await settle();
    expect(world.network.sent.at(-1)?.path).toContain(`?key=${idempotencyKey}`);
  });

  it('loads the invoice again 3 seconds after a success (product §4.11)', async () => {
    world.network.answer(SUBMIT, { body: submitAnswer() });
    world.network.answer(STATUS, { body: statusAnswer() });
    await pay();
    await settle();
    const before = world.calls(INVOICE);
    await vi.advanceTimersByTimeAsync(2_999);
    expect(world.calls(INVOICE)).toBe(before);
    await vi.advanceTimersByTimeAsync(1);
    expect(world.calls(INVOICE)).toBe(before + 1);
  });

  it('succeeds without details when only the question for them is lost', async () => {
    world.network.answer(SUBMIT, () => {
      world.network.cut(true);
      return { body: submitAnswer() };
    });
    await pay();
    await settle();
    expect(request().paymentProcessingStatus).toBe('success');
  });
});

describe('A refused payment (product §8.3)', () => {
  it('shows what the processor said and frees the id for the next try', async () => {
    world.network.answer(SUBMIT, {
      body: submitAnswer({ success: false, status: 'FAILED', responseMessage: 'Do not honor' }),
    });
    await pay();
    await settle();
    expect(request()).toMatchObject({
      paymentProcessingStatus: 'error',
      isPaymentInProcessing: false,
      failureMessage: 'Do not honor',
    });
    expect(keptId()).toBeNull();
    world.store.dispatch(failureAcknowledged());
    expect(request()).toMatchObject({ paymentProcessingStatus: 'idle', failureMessage: null });
  });

  it('says that the account is already paid, reloads the invoice and closes the popup', async () => {
    const error = { success: false, message: 'ACCOUNT_ALREADY_CLOSED' };
    world.network.answer(SUBMIT, { status: 409, body: error });
    world.serveInvoice({ ...PAID, version: 2 });
    await pay();
    await settle();
    expect(toasts()).toEqual(['Account is already paid']);
    expect(invoiceStatus()).toBe('COLLECTED');
    expect(world.store.getState().popup.popupName).toBeNull();
  });

  it('shows the fresh figures of a changed amount and asks again (R6)', async () => {
    const fresh = payable(9_000, 291);
    const error = { success: false, message: 'AMOUNT_CHANGED', details: { payable: fresh } };
    world.network.answer(SUBMIT, { status: 409, body: error });
    await pay();
    await settle();
    expect(world.store.getState().invoices.selectedInvoice?.payable.amount).toBe(9_000);
    expect(request()).toMatchObject({ paymentProcessingStatus: 'idle' });
    expect(world.store.getState().popup.popupName).toBe('PAY');
    expect(toasts()).toEqual(['The amount has changed. Please check the new total and try again.']);
  });

  it('says that payments are unavailable when the processor is', async () => {
    const error = { success: false, message: 'PROCESSOR_UNAVAILABLE' };
    world.network.answer(SUBMIT, { status: 503, body: error });
    await pay();
    await settle();
    expect(request()).toMatchObject({
      paymentProcessingStatus: 'error',
      failureMessage: 'Payments are unavailable at the moment. You have not been charged.',
    });
  });
});

describe('A payment under way elsewhere (product §8.3)', () => {
  it('says so, waits for it and ends with it', async () => {
    const error = { success: false, message: 'ACCOUNT_IS_PROCESSING' };
    world.network.answer(SUBMIT, { status: 409, body: error });
    world.network.answer(STATUS, { body: statusAnswer({ status: 'PENDING' }) });
    await pay();
    await settle();
    expect(toasts()).toEqual(['Payment is processing']);
    expect(request().paymentProcessingStatus).toBe('in_progress');
    expect(world.network.sent.at(-1)?.path).not.toContain('key=');
    world.network.answer(STATUS, { body: statusAnswer() });
    world.serveInvoice({ ...PAID, version: 2 });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(request().paymentProcessingStatus).toBe('success');
    expect(invoiceStatus()).toBe('COLLECTED');
  });
});

describe('A lost answer (decision 0005)', () => {
  it('stays pending, keeps its id and finds the payment by asking', async () => {
    world.network.cut(true);
    const { idempotencyKey } = await pay();
    await settle();
    expect(request()).toMatchObject({
      paymentProcessingStatus: 'pending',
      isPaymentInProcessing: true,
    });
    expect(toasts()).toEqual([]);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(request().isPaymentInProcessing).toBe(true);
    expect(keptId()).toBe(idempotencyKey);
    world.network.cut(false);
    world.network.answer(STATUS, { body: statusAnswer() });
    world.serveInvoice({ ...PAID, version: 2 });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(request().paymentProcessingStatus).toBe('success');
    expect(keptId()).toBeNull();
  });

  it('leaves another try to the payer, under the same id, when nothing arrived', async () => {
    world.network.cut(true);
    const { idempotencyKey } = await pay();
    await settle();
    world.network.cut(false);
    world.network.answer(STATUS, { body: statusAnswer(null) });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(request().isPaymentInProcessing).toBe(true);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(request()).toMatchObject({
      paymentProcessingStatus: 'error',
      failureMessage: NOTHING_ARRIVED_TEXT,
    });
    expect(keptId()).toBe(idempotencyKey);
  });

  it('learns of a decline by asking, and frees the id', async () => {
    world.network.answer(SUBMIT, { status: 500, body: { success: false, message: 'UNEXPECTED' } });
    await pay();
    await settle();
    expect(request().paymentProcessingStatus).toBe('pending');
    const responseMessage = 'Card expired';
    world.network.answer(STATUS, { body: statusAnswer({ status: 'FAILED', responseMessage }) });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(request()).toMatchObject({
      paymentProcessingStatus: 'error',
      failureMessage: 'Card expired',
    });
    expect(keptId()).toBeNull();
  });

  it('forgets an id whose payment ended before the page was opened again', async () => {
    world.network.cut(true);
    await pay();
    world.network.cut(false);
    world.network.answer(STATUS, { body: statusAnswer({ status: 'FAILED' }) });
    world.store.dispatch(popupOpened({ name: 'PAY' }));
    await settle();
    expect(keptId()).toBeNull();
  });
});

describe('The socket (product §4.20, R21)', () => {
  it('is not heard while no payment is in progress', () => {
    world.store.dispatch(paymentProcessingReceived('in_progress'));
    expect(request().paymentProcessingStatus).toBe('idle');
  });

  it('never ends a payment by itself: the server is asked first', async () => {
    let finish = (_: { body: unknown }): void => {};
    world.network.answer(SUBMIT, { body: submitAnswer({ status: 'PENDING' }) });
    world.network.answer(STATUS, { body: statusAnswer({ status: 'PENDING' }) });
    await pay();
    await settle();
    world.network.answer(STATUS, () => new Promise((resolve) => (finish = resolve)));
    world.store.dispatch(paymentProcessingReceived('success'));
    await settle();
    expect(request()).toMatchObject({
      paymentProcessingStatus: 'in_progress',
      isPaymentInProcessing: true,
    });
    finish({ body: statusAnswer() });
    await settle();
    expect(request().paymentProcessingStatus).toBe('success');
  });

  it('asks at once after a reconnection while a payment is pending', async () => {
    world.network.answer(SUBMIT, { body: submitAnswer({ status: 'PENDING' }) });
    world.network.answer(STATUS, { body: statusAnswer({ status: 'PENDING' }) });
    await pay();
    await settle();
    const before = world.calls(STATUS);
    world.store.dispatch(socketConnected());
    await settle();
    expect(world.calls(STATUS)).toBe(before + 1);
  });

  it('makes a page show what another tab has paid', async () => {
    world.network.answer(STATUS, { body: statusAnswer() });
    world.serveInvoice({ ...PAID, version: 2 });
    world.store.dispatch(paymentProcessingReceived('success'));
    await settle();
    expect(invoiceStatus()).toBe('COLLECTED');
    expect(request().paymentProcessingStatus).toBe('idle');
  });
});

describe('Popups and the processing status (product §4.9)', () => {
  it('is idle again when a popup closes, and the payment goes on', async () => {
    world.network.answer(SUBMIT, { body: submitAnswer({ status: 'PENDING' }) });
    world.network.answer(STATUS, { body: statusAnswer({ status: 'PENDING' }) });
    await pay();
    await settle();
    world.store.dispatch(popupClosed());
    expect(request()).toMatchObject({
      paymentProcessingStatus: 'idle',
      isPaymentInProcessing: true,
    });
    world.network.answer(STATUS, { body: statusAnswer() });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(request().isPaymentInProcessing).toBe(false);
    expect(toasts()).toEqual(['Payment successful']);
  });

  it('follows an invoice that was being paid when the page was opened', async () => {
    world = createWorld();
    world.serveInvoice(PROCESSING);
    await world.store.dispatch(openPublicLink(LINK));
    world.network.answer(STATUS, { body: statusAnswer() });
    world.serveInvoice({ ...PAID, version: 2 });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(invoiceStatus()).toBe('COLLECTED');
    const calls = world.network.sent.length;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(world.network.sent).toHaveLength(calls);
  });

  it('shows a failed challenge as an error and keeps the id', async () => {
    world.network.answer(SUBMIT, {
      body: submitAnswer({ status: 'PENDING', isThreeDSActionRequired: true, threeDSData: 'x' }),
    });
    const { idempotencyKey } = await pay();
    await settle();
    expect(request().paymentProcessingStatus).toBe('in_progress');
    world.store.dispatch(actionFailed('Your bank did not confirm the payment.'));
    expect(request().paymentProcessingStatus).toBe('error');
    expect(keptId()).toBe(idempotencyKey);
    expect(KEY).not.toBe(idempotencyKey);
  });

  it('never replaces an invoice by an older one', async () => {
    world.serveInvoice({ ...PAID, version: 5 });
    await world.store.dispatch(openPublicLink(LINK));
    world.serveInvoice({ version: 4 });
    await world.store.dispatch(openPublicLink(LINK));
    expect(invoiceStatus()).toBe('COLLECTED');
  });
});
