import { cleanup, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, describe, expect, it } from 'vitest';
import { createWorld } from '../../test/fixtures.ts';
import { popupOpened, type TooltipWords } from '../state/store/popup.ts';
import { TooltipPopup } from './tooltip.tsx';

afterEach(cleanup);

const ANCHOR = { left: 300, top: 200, width: 100, height: 40 };

function open(tooltip: TooltipWords): HTMLElement {
  const { store } = createWorld();
  const anchor = <button id="anchor" type="button" />;
  const { rerender } = render(<Provider store={store}>{anchor}</Provider>);
  const button = document.getElementById('anchor');
  if (button) button.getBoundingClientRect = () => DOMRect.fromRect({ ...rectOf(ANCHOR) });
  store.dispatch(popupOpened({ name: 'TOOLTIP', trigger: 'anchor', buffer: { tooltip } }));
  rerender(
    <Provider store={store}>
      {anchor}
      <TooltipPopup />
    </Provider>,
  );
  return screen.getByRole('tooltip');
}

const rectOf = ({ left: x, top: y, width, height }: typeof ANCHOR) => ({ x, y, width, height });

describe('TOOLTIP popup (product §2.18)', () => {
  it('shows a text alone, or with the logo and the name of whoever is speaking', () => {
    expect(open({ text: 'Hello' }).querySelector('img')).toBeNull();
    cleanup();
    const bubble = open({ text: 'Hello', name: 'Harbor Dental', logoUrl: '/logo.svg' });
    expect(bubble.querySelector('img')?.getAttribute('src')).toBe('/logo.svg');
    expect(bubble.textContent).toContain('Harbor Dental');
  });

  it('stands above its anchor unless another place is named, and 16 px below it at the bottom', () => {
    const { top } = open({ text: 'Hello' }).style;
    expect(Number.parseInt(top, 10)).toBeLessThan(ANCHOR.top);
    cleanup();
    const below = open({ text: 'Hello', placement: 'bottom' }).style.top;
    expect(below).toBe(`${ANCHOR.top + ANCHOR.height + 16}px`);
  });
});
