import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PAID, statusAnswer, submitAnswer } from '../../../test/fixtures.ts';
import {
  createPayPopupWorld,
  type PayPopupWorld,
  STATUS,
  SUBMIT,
} from '../../../test/pay-popup-world.ts';
import { popupClosed } from './popup.ts';

let world: PayPopupWorld;
beforeEach(async () => {
  vi.useFakeTimers();
  world = await createPayPopupWorld();
});
afterEach(() => vi.useRealTimers());

describe('In the payment popup (product §8.4)', () => {
  it('a success in the payment popup shows no toast', async () => {
    world.network.answer(SUBMIT, { body: submitAnswer() });
    world.network.answer(STATUS, { body: statusAnswer() });
    world.serveInvoice({ ...PAID, version: 2 });
    await world.pay();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(world.request().paymentProcessingStatus).toBe('success');
    expect(world.store.getState().popup.popupName).toBe('PAY');
    expect(world.toasts()).toEqual([]);
  });

  it('a decline in the payment popup shows no toast', async () => {
    const responseMessage = 'Your card was declined.';
    const answer = submitAnswer({ success: false, status: 'FAILED', responseMessage });
    world.network.answer(SUBMIT, { body: answer });
    world.network.answer(STATUS, { body: statusAnswer({ status: 'FAILED', responseMessage }) });
    await world.pay();
    expect(world.request().paymentProcessingStatus).toBe('error');
    expect(world.toasts()).toEqual([]);
  });
});

describe('After the payment popup was closed (product §8.3)', () => {
  it.each([
    ['Payment failed', null],
    ['Card expired', 'Card expired'],
  ])(
    'a failed payment shows the toast %j after the popup is closed',
    async (text, responseMessage) => {
      world.network.answer(SUBMIT, { body: submitAnswer({ status: 'PENDING' }) });
      world.network.answer(STATUS, { body: statusAnswer({ status: 'PENDING' }) });
      await world.pay();
      world.store.dispatch(popupClosed());
      world.network.answer(STATUS, { body: statusAnswer({ status: 'FAILED', responseMessage }) });
      await vi.advanceTimersByTimeAsync(5_000);
      expect(world.toasts()).toEqual([text]);
    },
  );
});
