import { idempotencyKeySchema, requestIdSchema } from '@quittance/contract/ids';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PAID, payable, REQUEST_ID, statusAnswer, submitAnswer } from '../../../test/fixtures.ts';
import {
  createPayPopupWorld,
  INVOICE,
  type PayPopupWorld,
  STATUS,
  SUBMIT,
} from '../../../test/pay-popup-world.ts';
import { selectInvoice } from './reads.ts';
import { failureAcknowledged, loadRequestStatus } from './request.ts';

const EARLIER_KEY = idempotencyKeySchema.parse('0b9c1d2e-3f40-4a51-8b62-7c8d9e0f1a2b');

let world: PayPopupWorld;

beforeEach(async () => {
  vi.useFakeTimers();
  world = await createPayPopupWorld();
});
afterEach(() => vi.useRealTimers());

describe('Request state (product §3.13)', () => {
  it('a request starts idle and takes its id from the invoice', () => {
    expect(world.request()).toMatchObject({
      requestId: REQUEST_ID,
      paymentProcessingStatus: 'idle',
      isPaymentInProcessing: false,
    });
  });

  it('a payment is pending during submission and is sent once', async () => {
    world.network.answer(SUBMIT, () => new Promise(() => {}));
    await world.pay();
    await world.pay();
    expect(world.request()).toMatchObject({
      paymentProcessingStatus: 'pending',
      isPaymentInProcessing: true,
    });
    expect(world.calls(SUBMIT)).toBe(1);
  });

  it('a successful payment has its details and a paid invoice', async () => {
    world.network.answer(SUBMIT, { body: submitAnswer() });
    world.network.answer(STATUS, { body: statusAnswer() });
    world.serveInvoice({ ...PAID, version: 2 });
    await world.pay();
    expect(world.request()).toMatchObject({
      paymentProcessingStatus: 'success',
      isPaymentInProcessing: false,
      payment: { method: { last4: '4242' } },
    });
    expect(world.invoiceStatus()).toBe('COLLECTED');
    expect(world.savedKey()).toBeNull();
  });

  it('the status of a payment is loaded by its idempotency key', async () => {
    world.network.answer(SUBMIT, { body: submitAnswer({ status: 'PENDING' }) });
    world.network.answer(STATUS, { body: statusAnswer({ status: 'PENDING' }) });
    const idempotencyKey = await world.pay();
    expect(world.network.sent.at(-1)?.path).toContain(`?key=${idempotencyKey}`);
  });

  it('a late status of a previous payment does not end the current payment or consume its key', async () => {
    world.network.answer(SUBMIT, () => new Promise(() => {}));
    await world.pay();
    const key = world.savedKey();
    world.network.answer(STATUS, { body: statusAnswer({ status: 'FAILED' }) });
    const earlier = {
      params: { id: requestIdSchema.parse(REQUEST_ID) },
      query: { key: EARLIER_KEY },
    };
    await world.store.dispatch(loadRequestStatus({ ...earlier, isForced: true }));
    expect(world.request()).toMatchObject({
      paymentProcessingStatus: 'pending',
      isPaymentInProcessing: true,
    });
    expect(world.savedKey()).toBe(key);
  });

  it('the invoice is reloaded 3 seconds after a success (product §4.11)', async () => {
    world.network.answer(SUBMIT, { body: submitAnswer() });
    world.network.answer(STATUS, { body: statusAnswer() });
    await world.pay();
    const before = world.calls(INVOICE);
    await vi.advanceTimersByTimeAsync(2_999);
    expect(world.calls(INVOICE)).toBe(before);
    await vi.advanceTimersByTimeAsync(1);
    expect(world.calls(INVOICE)).toBe(before + 1);
  });

  it('a payment succeeds without details when its status call fails', async () => {
    world.network.answer(SUBMIT, () => {
      world.network.cut(true);
      return { body: submitAnswer() };
    });
    await world.pay();
    expect(world.request().paymentProcessingStatus).toBe('success');
  });
});

describe('A refused payment (product §8.3)', () => {
  it("a decline shows the processor's message and releases the idempotency key", async () => {
    world.network.answer(SUBMIT, {
      body: submitAnswer({ success: false, status: 'FAILED', responseMessage: 'Do not honor' }),
    });
    await world.pay();
    expect(world.request()).toMatchObject({
      paymentProcessingStatus: 'error',
      isPaymentInProcessing: false,
      failureMessage: 'Do not honor',
    });
    expect(world.savedKey()).toBeNull();
    world.store.dispatch(failureAcknowledged());
    expect(world.request()).toMatchObject({
      paymentProcessingStatus: 'idle',
      failureMessage: null,
    });
  });

  it('a payment of a paid invoice shows a message, reloads the invoice and closes the popup', async () => {
    const error = { success: false, message: 'ACCOUNT_ALREADY_CLOSED' };
    world.network.answer(SUBMIT, { status: 409, body: error });
    world.serveInvoice({ ...PAID, version: 2 });
    await world.pay();
    expect(world.toasts()).toEqual(['Account is already paid']);
    expect(world.invoiceStatus()).toBe('COLLECTED');
    expect(world.store.getState().popup.popupName).toBeNull();
  });

  it('a changed amount is shown before the payer can submit again (R6)', async () => {
    const fresh = payable(9_000, 291);
    const error = { success: false, message: 'AMOUNT_CHANGED', details: { payable: fresh } };
    world.serveInvoice({ payable: fresh, version: 2 });
    world.network.answer(SUBMIT, { status: 409, body: error });
    await world.pay();
    expect(selectInvoice(world.store.getState())?.payable.amount).toBe(9_000);
    expect(world.request()).toMatchObject({ paymentProcessingStatus: 'idle' });
    expect(world.store.getState().popup.popupName).toBe('PAY');
    expect(world.toasts()).toEqual([
      'The amount has changed. Please check the new total and try again.',
    ]);
  });

  it('an unavailable processor shows that payments are unavailable', async () => {
    const error = { success: false, message: 'PROCESSOR_UNAVAILABLE' };
    world.network.answer(SUBMIT, { status: 503, body: error });
    await world.pay();
    expect(world.request()).toMatchObject({
      paymentProcessingStatus: 'error',
      failureMessage: 'Payments are unavailable right now. You have not been charged.',
    });
  });
});

describe('A payment under way elsewhere (product §8.3)', () => {
  it('a payment in progress elsewhere is reported and tracked until its end', async () => {
    const error = { success: false, message: 'ACCOUNT_IS_PROCESSING' };
    world.network.answer(SUBMIT, { status: 409, body: error });
    world.network.answer(STATUS, { body: statusAnswer({ status: 'PENDING' }) });
    await world.pay();
    expect(world.toasts()).toEqual(['Payment is processing']);
    expect(world.request().paymentProcessingStatus).toBe('in_progress');
    expect(world.network.sent.at(-1)?.path).not.toContain('key=');
    world.network.answer(STATUS, { body: statusAnswer() });
    world.serveInvoice({ ...PAID, version: 2 });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(world.request().paymentProcessingStatus).toBe('success');
    expect(world.invoiceStatus()).toBe('COLLECTED');
  });
});
