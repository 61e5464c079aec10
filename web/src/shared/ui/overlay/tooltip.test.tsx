import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Tooltip } from './tooltip.tsx';

const ANCHOR = { x: 300, y: 200, width: 100, height: 40 };
const BUBBLE = { width: 60, height: 20 };
const VIEWPORT = { clientWidth: 1000, clientHeight: 800 };

let anchor: HTMLElement;
const onClose = vi.fn();

// happy-dom does not compute layout, so the anchor, the bubble and the window get their sizes here.
beforeEach(() => {
  render(<button type="button" />);
  anchor = screen.getByRole('button');
  anchor.getBoundingClientRect = () => DOMRect.fromRect(ANCHOR);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(BUBBLE.width);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(BUBBLE.height);
  for (const [name, size] of Object.entries(VIEWPORT))
    Object.defineProperty(document.documentElement, name, { configurable: true, value: size });
});

afterEach(() => {
  cleanup();
  onClose.mockClear();
  vi.restoreAllMocks();
  for (const name of Object.keys(VIEWPORT)) Reflect.deleteProperty(document.documentElement, name);
});

type Props = Partial<ComponentProps<typeof Tooltip>>;

function open(props: Props = {}): HTMLElement {
  render(<Tooltip anchor={anchor} text="Hello" onClose={onClose} {...props} />);
  return screen.getByRole('tooltip');
}

function press(target: Element): void {
  fireEvent.pointerDown(target);
  fireEvent.click(target);
}

async function readPosition(bubble: HTMLElement): Promise<{ left: number; top: number }> {
  const transform = await waitFor(() => {
    const found = /^translate\((\d+)px, (\d+)px\)$/.exec(
      bubble.parentElement?.style.transform ?? '',
    );
    expect(found).not.toBeNull();
    return found;
  });
  return { left: Number(transform?.[1]), top: Number(transform?.[2]) };
}

describe('Tooltip (product §2.18)', () => {
  it('a tooltip shows a text alone', () => {
    const bubble = open();
    expect(bubble.textContent).toBe('Hello');
    expect(bubble.querySelector('img')).toBeNull();
  });

  it('a tooltip shows a text with a logo and a name', () => {
    const bubble = open({ name: 'Harbor Dental', logo: <img src="/logo.svg" alt="" /> });
    expect(bubble.textContent).toBe('Harbor DentalHello');
    expect(bubble.querySelector('img')?.getAttribute('src')).toBe('/logo.svg');
  });

  it.each([
    [undefined, 'top', 'center', { left: 320, top: 172 }],
    ['top', 'top', 'center', { left: 320, top: 172 }],
    ['bottom', 'bottom', 'center', { left: 320, top: 256 }],
    ['top_left', 'top', 'end', { left: 340, top: 172 }],
    ['top_right', 'top', 'start', { left: 300, top: 172 }],
  ] as const)(
    'a tooltip with placement %s is on side %s, aligned %s, at the correct position',
    async (...row) => {
      const [placement, side, align, position] = row;
      const bubble = open({ placement });
      expect(await readPosition(bubble)).toEqual(position);
      expect(bubble.dataset['side']).toBe(side);
      expect(bubble.dataset['align']).toBe(align);
    },
  );

  it('a tooltip with placement bottom is 16 px below its anchor', async () => {
    const { top } = await readPosition(open({ placement: 'bottom' }));
    expect(top).toBe(ANCHOR.y + ANCHOR.height + 16);
  });

  it.each([
    ['top', { ...ANCHOR, y: 10 }, 'bottom'],
    ['bottom', { ...ANCHOR, y: 755 }, 'top'],
  ] as const)('a tooltip flips from %s when there is no room', async (placement, rect, side) => {
    anchor.getBoundingClientRect = () => DOMRect.fromRect(rect);
    const bubble = open({ placement });
    await waitFor(() => expect(bubble.dataset['side']).toBe(side));
  });

  it('a tooltip stays 8 px inside the window', async () => {
    anchor.getBoundingClientRect = () => DOMRect.fromRect({ ...ANCHOR, x: 0, width: 30 });
    expect((await readPosition(open())).left).toBe(8);
  });

  it('a tooltip never takes the focus', () => {
    anchor.focus();
    open();
    expect(document.activeElement).toBe(anchor);
  });

  it.each([
    ['Escape', () => fireEvent.keyDown(document.body, { key: 'Escape' })],
    ['a press outside', () => press(document.body)],
    ['scrolling', () => fireEvent.scroll(window)],
    ['the pointer leaving it', () => fireEvent.pointerOut(screen.getByRole('tooltip'))],
  ])('a tooltip closes on %s', async (_, act) => {
    open();
    await waitFor(() => {
      act();
      expect(onClose).toHaveBeenCalled();
    });
  });

  it('a tooltip stays open when the pointer returns to its anchor and when the anchor is pressed', async () => {
    const bubble = open();
    await readPosition(bubble);
    fireEvent.pointerOut(bubble, { relatedTarget: anchor });
    press(anchor);
    expect(onClose).not.toHaveBeenCalled();
  });
});
