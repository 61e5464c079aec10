import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createWorld, PAYMENT_ID } from '../../../test/fixtures.ts';
import { openPay } from '../../../test/open-pay.ts';
import { createSignedInWorld, transaction } from '../../../test/signed-in-world.ts';
import { ReceiptButton } from './receipt-button.tsx';

const SIGN_IN_TEXT = 'Login to your customer portal to see payment receipt';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

type Props = Parameters<typeof ReceiptButton>[0];

function show(store: ReturnType<typeof createWorld>['store'], props: Props): HTMLElement {
  render(
    <Provider store={store}>
      <ReceiptButton {...props} />
    </Provider>,
  );
  return screen.getByRole('button');
}

describe('Receipt button (product §2.25, §6.3)', () => {
  it.each([
    ['icon', 'Download receipt'],
    ['text', 'Download receipt'],
    ['default', 'Download PDF'],
  ] as const)('the receipt button as %s has the text %s', async (look, name) => {
    const { store } = await createSignedInWorld();
    expect(show(store, { payment: transaction(), look })).toBe(
      screen.getByRole('button', { name }),
    );
  });

  it('the receipt button tells signed-out users where to find the receipt, also before the store is complete', () => {
    const { store, network } = createWorld({ isComplete: false });
    const button = show(store, { payment: null, look: 'icon' });
    expect(screen.getByText(SIGN_IN_TEXT).id).toBe(button.getAttribute('aria-describedby'));
    fireEvent.click(button);
    expect(network.sent).toEqual([]);
  });

  const OVER = { pointerType: 'mouse' };
  const TAP = { pointerType: 'touch' };

  it.each([
    ['the mouse', (button: Element) => fireEvent.pointerOver(button, OVER)],
    ['a tap', (button: Element) => fireEvent.pointerUp(button, TAP)],
    ['the keyboard', (button: Element) => fireEvent.focus(button)],
  ])('the receipt button opens the TOOLTIP popup by %s', (_, reach) => {
    const { store } = createWorld();
    const button = show(store, { payment: null, look: 'icon' });
    // The test DOM cannot detect whether focus came from the keyboard.
    vi.spyOn(button, 'matches').mockReturnValue(true);
    reach(button);
    const tooltip = { text: SIGN_IN_TEXT, placement: 'top_left' };
    expect(store.getState().popup).toMatchObject({ popupName: 'TOOLTIP', buffer: { tooltip } });
    expect(document.getElementById(store.getState().popup.trigger ?? '')).toBe(
      button.parentElement,
    );
  });

  it('the receipt button closes only its own tooltip', () => {
    const { store } = createWorld();
    const button = show(store, { payment: null, look: 'icon' });
    fireEvent.pointerUp(button, TAP);
    fireEvent.pointerUp(button, TAP);
    expect(store.getState().popup.popupName).toBeNull();
    act(() => openPay(store));
    fireEvent.pointerUp(button, TAP);
    fireEvent.blur(button);
    cleanup();
    expect(store.getState().popup.popupName).toBe('PAY');
  });

  it.each([
    ['no id', null],
    ['no receipt', transaction({ receipt: null })],
    ['no receipt URL', transaction({ receiptUrl: null })],
  ])('the receipt button cannot be pressed for a payment with %s', async (_, payment) => {
    const { store } = await createSignedInWorld();
    expect(show(store, { payment })).toHaveProperty('disabled', true);
  });

  it('the receipt button requests the receipt link and opens it', async () => {
    const { store, serve, ok } = await createSignedInWorld();
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const path = `transaction/${PAYMENT_ID}/get-link`;
    serve(path, ok({ link: '/api/portal/receipt/signed', type: 'new_tab' }));
    fireEvent.click(show(store, { payment: transaction() }));
    await waitFor(() => expect(click).toHaveBeenCalledOnce());
    expect(click.mock.contexts[0]).toMatchObject({ target: '_blank', rel: 'noopener' });
  });

  it('a failure of the receipt button is only logged (product §8.5)', async () => {
    const { store, calls } = await createSignedInWorld();
    fireEvent.click(show(store, { payment: transaction() }));
    await waitFor(() => expect(calls('POST /api/slack-notification')).toBe(1));
    expect(store.getState().toasts.list).toEqual([]);
  });
});
