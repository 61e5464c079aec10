import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, type World } from '../../test/fixtures.ts';
import { popupOpened } from '../state/store/popup.ts';
import { TooltipPopup } from './tooltip.tsx';

let world: World;
beforeEach(() => {
  world = createWorld();
  const tooltip = { text: 'Login to your customer portal', name: 'Harbor Dental' };
  world.store.dispatch(popupOpened({ name: 'TOOLTIP', trigger: 'anchor', buffer: { tooltip } }));
  render(
    <Provider store={world.store}>
      <button id="anchor" type="button" />
      <TooltipPopup />
    </Provider>,
  );
});
afterEach(cleanup);

describe('TOOLTIP popup (product §2.18)', () => {
  it('says its words and who is speaking', () => {
    const words = screen.getByRole('tooltip').textContent;
    expect(words).toContain('Harbor Dental');
    expect(words).toContain('Login to your customer portal');
  });

  it.each([
    ['Escape', () => fireEvent.keyDown(document.body, { key: 'Escape' })],
    ['a press anywhere', () => fireEvent.pointerDown(document.body)],
    ['scrolling', () => fireEvent.scroll(window)],
  ])('goes with %s', (_, leave) => {
    leave();
    expect(world.store.getState().popup.popupName).toBeNull();
  });

  it('stays while the pointer goes from it to its anchor, and for a press on that', () => {
    const anchor = screen.getByRole('button');
    fireEvent.pointerOut(screen.getByRole('tooltip'), { relatedTarget: anchor });
    fireEvent.pointerDown(anchor);
    expect(world.store.getState().popup.popupName).toBe('TOOLTIP');
    fireEvent.pointerOut(screen.getByRole('tooltip'), { relatedTarget: document.body });
    expect(world.store.getState().popup.popupName).toBeNull();
  });
});
