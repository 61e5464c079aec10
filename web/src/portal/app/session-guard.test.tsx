import { act, cleanup, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSignedInWorld } from '../../../test/signed-in-world.ts';
import { sessionEnded } from '../store/session-events.ts';
import { SessionGuard } from './session-guard.tsx';

const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  reload.mockClear();
});
afterAll(() => reload.mockRestore());

async function endSessionAt(address: string) {
  const { store } = await createSignedInWorld();
  const { session } = store.getState().auth;
  if (!session) throw new Error('no session');
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[address]}>
        <SessionGuard session={session} />
      </MemoryRouter>
    </Provider>,
  );
  await act(async () => void store.dispatch(sessionEnded()));
  return store.getState().auth;
}

describe('A 401 under an open page (product §8.8)', () => {
  it('a 401 with a customerRef in the URL signs out and reloads the page', async () => {
    const auth = await endSessionAt('/harbor/invoices?customerRef=HDG-10417');
    expect(auth).toMatchObject({ isAuthLoading: false, isCustomerAuth: false, session: null });
    expect(reload).toHaveBeenCalledOnce();
  });

  it('a 401 without a customerRef keeps the page and asks to sign in again', async () => {
    const auth = await endSessionAt('/harbor/invoices');
    expect(await screen.findByRole('dialog', { name: 'Please sign in again' })).toBeDefined();
    expect(auth.session).not.toBeNull();
    expect(reload).not.toHaveBeenCalled();
  });
});
