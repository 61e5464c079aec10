import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, describe, expect, it } from 'vitest';
import { createWorld } from '../../../test/fixtures.ts';
import { popupOpened, type TooltipWords } from '../store/popup.ts';
import { TooltipPopup } from './tooltip.tsx';

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

function open(tooltip: TooltipWords) {
  const { store } = createWorld();
  const anchor = document.body.appendChild(document.createElement('button'));
  anchor.id = 'anchor';
  store.dispatch(popupOpened({ name: 'TOOLTIP', trigger: 'anchor', buffer: { tooltip } }));
  render(
    <Provider store={store}>
      <TooltipPopup />
    </Provider>,
  );
  return { bubble: screen.getByRole('tooltip'), popupName: () => store.getState().popup.popupName };
}

describe('TOOLTIP popup (product §2.18)', () => {
  it('the tooltip popup shows the text, the name and the logo from the buffer', () => {
    const { bubble } = open({ text: 'Hello', name: 'Harbor Dental', logoUrl: '/logo.svg' });
    expect(bubble.textContent).toBe('Harbor DentalHello');
    expect(bubble.querySelector('img')?.getAttribute('src')).toBe('/logo.svg');
  });

  it('the tooltip popup uses the placement from the buffer', () => {
    expect(open({ text: 'Hello' }).bubble.dataset['side']).toBe('top');
    cleanup();
    expect(open({ text: 'Hello', placement: 'bottom' }).bubble.dataset['side']).toBe('bottom');
  });

  it('the Escape key closes the tooltip popup in the store', () => {
    const { popupName } = open({ text: 'Hello' });
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(popupName()).toBeNull();
  });
});
