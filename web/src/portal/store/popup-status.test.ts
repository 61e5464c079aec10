import { describe, expect, it, vi } from 'vitest';
import { submitAnswer } from '../../../test/fixtures.ts';
import { createPayPopupWorld, SUBMIT } from '../../../test/pay-popup-world.ts';
import { popupClosed, popupOpened } from './popup.ts';

describe('The processing status of popups (product §4.9)', () => {
  it.each([
    ['opens', popupOpened({ name: 'CHANGE_PM' })],
    ['closes', popupClosed()],
  ])('the status is idle again when a popup %s', async (_, action) => {
    vi.useFakeTimers();
    const world = await createPayPopupWorld();
    const answer = submitAnswer({ success: false, status: 'FAILED', responseMessage: 'Declined' });
    world.network.answer(SUBMIT, { body: answer });
    await world.pay();
    expect(world.request().paymentProcessingStatus).toBe('error');
    world.store.dispatch(action);
    expect(world.request().paymentProcessingStatus).toBe('idle');
    vi.useRealTimers();
  });
});
