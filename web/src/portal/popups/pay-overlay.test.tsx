import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { declineTexts } from '#texts/shared/declines';
import { statusAnswer, submitAnswer } from '../../../test/fixtures.ts';
import {
  createPayPopupWorld,
  type PayPopupWorld,
  STATUS,
  SUBMIT,
} from '../../../test/pay-popup-world.ts';
import { actionFailed } from '../store/request.ts';
import { selectPayContext } from '../store/selectors.ts';
import { PayOverlay } from './pay-overlay.tsx';

let world: PayPopupWorld;
beforeEach(async () => {
  vi.useFakeTimers();
  world = await createPayPopupWorld();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

type Variant = Parameters<typeof PayOverlay>[0]['variant'];

function show(variant: Variant): void {
  const context = selectPayContext(world.store.getState());
  if (!context) throw new Error('nothing to pay');
  render(
    <Provider store={world.store}>
      <PayOverlay variant={variant} context={context} kind="card" />
    </Provider>,
  );
}

const VARIANTS: readonly (readonly [Variant, string, string | null])[] = [
  ['loading', 'Initializing secure payment environment', null],
  ['pending', 'Please, dont close this window while paying', null],
  ['success', 'Payment successful!', 'Thank you, your payment recieved'],
  ['error', 'Payment unsuccessful!', 'Something went wrong!'],
  ['scheduled', 'Payment scheduled', "Thanks! You've scheduled a payment"],
];

describe('Variants of the payment overlay (product §2.14, §2.23, §4.7)', () => {
  it.each(VARIANTS)(
    'the overlay %s has the exact text of the product specification',
    async (variant, title, text) => {
      const declined = { success: false, status: 'FAILED', responseMessage: 'Declined' } as const;
      world.network.answer(SUBMIT, { body: submitAnswer(declined) });
      await world.pay();
      show(variant);
      expect(screen.getByRole('heading', { name: title })).toBeDefined();
      if (text) expect(screen.getByText(text)).toBeDefined();
    },
  );

  it.each(VARIANTS)('the overlay %s has a Close button that closes the popup', (variant) => {
    show(variant);
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(world.store.getState().popup.popupName).toBeNull();
  });

  it('a decline says that nothing was charged, and what to do next', async () => {
    const declined = { success: false, status: 'FAILED' } as const;
    const responseMessage = declineTexts.insufficientFunds;
    world.network.answer(SUBMIT, { body: submitAnswer({ ...declined, responseMessage }) });
    await world.pay();
    show('error');
    const text = `${responseMessage} You weren't charged. Please try again once`;
    expect(screen.getByRole('region').textContent).toContain(text);
  });

  it.each([
    ['a failure whose charge is uncertain', null],
    ['a text that says it already', 'You canceled it. You have not been charged.'],
  ])('%s does not say again that nothing was charged', async (_, responseMessage) => {
    if (responseMessage) {
      const declined = { success: false, status: 'FAILED', responseMessage } as const;
      world.network.answer(SUBMIT, { body: submitAnswer(declined) });
      await world.pay();
    } else {
      world.network.answer(SUBMIT, { body: submitAnswer({ status: 'PENDING' }) });
      await world.pay();
      act(() => void world.store.dispatch(actionFailed('Your bank did not confirm the payment.')));
    }
    show('error');
    expect(screen.queryByText(/You weren't charged/)).toBeNull();
  });

  it('a payment that never arrived is shown as a payment error', async () => {
    world.network.cut(true);
    await world.pay();
    world.network.cut(false);
    world.network.answer(STATUS, { body: statusAnswer(null) });
    await vi.advanceTimersByTimeAsync(10_000);
    show('error');
    expect(screen.getByRole('heading', { name: 'Payment error' })).toBeDefined();
    expect(screen.getByText(/The connection was lost before your payment/)).toBeDefined();
  });

  it("a delayed payment shows a time and the company's contact", () => {
    vi.setSystemTime(new Date('2026-11-15T15:00:00.000Z'));
    show('pending');
    expect(screen.queryByText(/longer than usual/)).toBeNull();
    act(() => vi.advanceTimersByTime(20_000));
    const note = screen.getAllByRole('status').at(-1)?.textContent;
    expect(note).toContain('This is taking longer than usual. We expect the result by 10:15 AM.');
    expect(note).toMatch(/contact Harbor Dental\.$/);
  });

  it('an error other than a failed payment has its own title', () => {
    show('error');
    const title = "We couldn't load the secure payment fields";
    expect(screen.getByRole('heading', { name: title })).toBeDefined();
    expect(screen.getByText('Something went wrong!')).toBeDefined();
  });
});
