import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createWorld, PAYMENT_ID } from '../../state/fixtures.ts';
import { createSignedInWorld, transaction } from '../../state/signed-in-world.ts';
import { ReceiptButton, SIGN_IN_TEXT } from './receipt-button.tsx';

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
  ] as const)('as %s says %s', async (look, name) => {
    const { store } = await createSignedInWorld();
    expect(show(store, { payment: transaction(), look })).toBe(
      screen.getByRole('button', { name }),
    );
  });

  it('tells whoever is not signed in where the receipt is', () => {
    const { store, network } = createWorld();
    const button = show(store, { payment: null, look: 'icon' });
    expect(screen.getByText(SIGN_IN_TEXT).id).toBe(button.getAttribute('aria-describedby'));
    fireEvent.click(button);
    expect(network.sent).toEqual([]);
  });

  it.each([
    ['no id', null],
    ['no receipt', transaction({ receipt: null })],
    ['no receipt URL', transaction({ receiptUrl: null })],
  ])('cannot be pressed for a payment with %s', async (_, payment) => {
    const { store } = await createSignedInWorld();
    expect(show(store, { payment })).toHaveProperty('disabled', true);
  });

  it('asks for the link and follows it', async () => {
    const { store, serve, ok } = await createSignedInWorld();
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const path = `transaction/${PAYMENT_ID}/get-link`;
    serve(path, ok({ link: '/api/portal/receipt/signed', type: 'new_tab' }));
    fireEvent.click(show(store, { payment: transaction() }));
    await waitFor(() => expect(click).toHaveBeenCalledOnce());
    expect(click.mock.contexts[0]).toMatchObject({ target: '_blank', rel: 'noopener' });
  });

  it('only logs a failure (product §8.5)', async () => {
    const { store, calls } = await createSignedInWorld();
    fireEvent.click(show(store, { payment: transaction() }));
    await waitFor(() => expect(calls('POST /api/slack-notification')).toBe(1));
    expect(store.getState().toasts.list).toEqual([]);
  });
});
