import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CustomerWorld, createCustomerWorld } from '../../../test/signed-in-popup.tsx';
import { CARD_ID, customer } from '../../../test/signed-in-world.ts';
import { customerRead, selectInvoice } from '../store/reads.ts';
import { ConfirmPopup } from './confirm.tsx';

const CANCEL = 'DELETE /api/portal/scheduled-payment/A-1';
const BUTTON = { name: 'Cancel payment' };

let world: CustomerWorld;
beforeEach(async () => {
  world = await createCustomerWorld();
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const ask = (confirmPopupType: 'cancelScheduledPayment' | 'cancelPaymentPlan') =>
  world.open(ConfirmPopup, 'CONFIRM', { confirmPopupType, invoiceRef: 'A-1' });
const settle = () => act(() => vi.advanceTimersByTimeAsync(0));
const press = async () => {
  fireEvent.click(screen.getByRole('button', BUTTON));
  await settle();
};

describe('CONFIRM popup (product §2.16, §4.15)', () => {
  it.each([
    [
      'cancelScheduledPayment',
      'Cancel scheduled payment?',
      'You will be able to reschedule invoice payment later again',
    ],
    [
      'cancelPaymentPlan',
      'Cancel payment plan?',
      'The remaining unpaid balance will become available for payment immediately',
    ],
  ] as const)(
    'the CONFIRM popup for %s has the exact text of the product specification',
    (type, title, text) => {
      ask(type);
      expect(screen.getByRole('dialog', { name: title })).toBeDefined();
      expect(screen.getByText(text)).toBeDefined();
      expect(screen.getByRole('button', BUTTON)).toBeDefined();
    },
  );

  it('the CONFIRM popup for a plan states when the rest is due (R108)', () => {
    ask('cancelPaymentPlan');
    expect(screen.getByText('It is due by the due date of the invoice.')).toBeDefined();
  });

  it('the CONFIRM popup states that the invoice is excluded from active auto-pay (R83)', async () => {
    const debtor = customer({ isAutoPayActive: true, autoPayPMID: CARD_ID });
    world.serve('private/debtor/', world.ok({ debtor }));
    await world.store.dispatch(customerRead.again());
    ask('cancelScheduledPayment');
    expect(screen.getByText(/^Auto-pay won't pay this invoice/)).toBeDefined();
  });

  it('the CONFIRM popup cannot be closed during the cancellation', async () => {
    world.network.answer(CANCEL, () => new Promise(() => {}));
    ask('cancelScheduledPayment');
    await press();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Close' }).disabled).toBe(true);
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(world.popupName()).toBe('CONFIRM');
    expect(screen.getByText('Loading ...')).toBeDefined();
  });

  it('the CONFIRM popup cancels, reloads the invoice and closes a second later', async () => {
    world.network.answer(CANCEL, { body: { success: true } });
    ask('cancelScheduledPayment');
    world.serveOwn({ status: 'DUE', version: 2 });
    await press();
    expect(selectInvoice(world.store.getState())?.status).toBe('DUE');
    await act(() => vi.advanceTimersByTimeAsync(999));
    expect(world.popupName()).toBe('CONFIRM');
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(world.popupName()).toBeNull();
  });

  it('the CONFIRM popup shows why a cancellation was too late and can be closed (R17)', async () => {
    const body = { success: false, message: 'ACCOUNT_IS_PROCESSING' };
    world.network.answer(CANCEL, { status: 409, body });
    ask('cancelScheduledPayment');
    await press();
    expect(screen.getByText('Payment is processing')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(world.popupName()).toBeNull();
  });
});
