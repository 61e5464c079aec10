import { act, cleanup, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSignedInWorld } from '../../../test/signed-in-world.ts';
import { SIDEBAR_CLOSES_QUERY } from '../../shared/lib/breakpoints.ts';
import { popupOpened } from '../store/popup.ts';
import { BurgerMenuPopup } from './burger-menu.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function simulateWindow() {
  const wide = Object.assign(new EventTarget(), { matches: false, media: SIDEBAR_CLOSES_QUERY });
  const narrow = Object.assign(new EventTarget(), { matches: true, media: '' });
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      // The cast is safe because only the members that the hook uses are simulated.
      (query === SIDEBAR_CLOSES_QUERY ? wide : narrow) as unknown as MediaQueryList,
  );
  return () => {
    wide.matches = true;
    wide.dispatchEvent(new Event('change'));
  };
}

async function openMenu() {
  const world = await createSignedInWorld();
  world.store.dispatch(popupOpened({ name: 'BURGER_MENU' }));
  render(
    <Provider store={world.store}>
      <MemoryRouter initialEntries={['/harbor/invoices']}>
        <BurgerMenuPopup />
      </MemoryRouter>
    </Provider>,
  );
  return () => world.store.getState().popup.popupName;
}

describe('BURGER_MENU popup (product §2.6, §2.19)', () => {
  it("the menu shows the customer's first name at the top and the links below", async () => {
    await openMenu();
    expect(screen.getByRole('dialog', { name: 'Maya' })).toBeDefined();
    const links = screen.getAllByRole('link').map(({ textContent }) => textContent);
    expect(links).toEqual(['Invoices', 'Payments', 'Statement', 'Profile', 'Español']);
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Invoices');
  });

  it('the menu closes as soon as the window is 768 px wide', async () => {
    expect(SIDEBAR_CLOSES_QUERY).toBe('(min-width: 768px)');
    const widen = simulateWindow();
    const popupName = await openMenu();
    expect(popupName()).toBe('BURGER_MENU');
    act(widen);
    expect(popupName()).toBeNull();
  });
});
