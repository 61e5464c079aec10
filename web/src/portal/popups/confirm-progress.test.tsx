import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCustomerWorld } from '../../../test/signed-in-popup.tsx';
import { ConfirmPopup } from './confirm.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const spinner = () => document.querySelector('[class*="sign"] [class*="spinner"]');
const preloader = () => document.querySelector('button[aria-busy="true"]');
const settle = () => act(() => vi.advanceTimersByTimeAsync(0));

describe('CONFIRM popup while it cancels (product §2.16)', () => {
  it('the CONFIRM popup shows progress during the cancellation and keeps the preloader after success', async () => {
    const world = await createCustomerWorld();
    let answer = (_: { body: unknown }): void => {};
    const cancel = 'DELETE /api/portal/payment-plan/A-1';
    world.network.answer(cancel, () => new Promise((resolve) => (answer = resolve)));
    const buffer = { confirmPopupType: 'cancelPaymentPlan', invoiceRef: 'A-1' } as const;
    world.open(ConfirmPopup, 'CONFIRM', buffer);
    expect(spinner()).toBeNull();
    expect(preloader()).toBeNull();

    fireEvent.click(screen.getByRole('button', { name: 'Cancel payment' }));
    await settle();
    expect(spinner()).not.toBeNull();
    expect(preloader()).not.toBeNull();

    answer({ body: { success: true } });
    await settle();
    expect(spinner()).toBeNull();
    expect(preloader()).not.toBeNull();
    expect(world.popupName()).toBe('CONFIRM');
  });
});
