import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BOTTOM_OFFSET_PX, placeTooltip } from './place-tooltip.ts';

const viewport = { width: 1000, height: 800 };
const bubble = { width: 200, height: 40 };
const anchor = { left: 500, top: 400, width: 100, height: 44 };

describe('Place of a tooltip (product §2)', () => {
  it('is above and centred by default', () => {
    expect(placeTooltip({ anchor, bubble, viewport, placement: 'top' })).toEqual({
      left: 450,
      top: 352,
    });
  });

  it('is 16 px below its anchor at the bottom', () => {
    expect(BOTTOM_OFFSET_PX).toBe(16);
    const { top } = placeTooltip({ anchor, bubble, viewport, placement: 'bottom' });
    expect(top).toBe(400 + 44 + 16);
  });

  it('grows to the left or to the right from the edge of its anchor', () => {
    const { left } = placeTooltip({ anchor, bubble, viewport, placement: 'top_left' });
    expect(left).toBe(400);
    expect(placeTooltip({ anchor, bubble, viewport, placement: 'top_right' }).left).toBe(500);
  });

  it('flips where there is no room', () => {
    const high = { ...anchor, top: 10 };
    expect(placeTooltip({ anchor: high, bubble, viewport, placement: 'top' }).top).toBe(70);
    const low = { ...anchor, top: 740 };
    expect(placeTooltip({ anchor: low, bubble, viewport, placement: 'bottom' }).top).toBe(692);
  });

  it('never leaves the window', () => {
    const placements = fc.constantFrom('top', 'bottom', 'top_left', 'top_right');
    const at = fc.integer({ min: -200, max: 1200 });
    fc.assert(
      fc.property(placements, at, at, (placement, left, top) => {
        const place = placeTooltip({
          anchor: { left, top, width: 44, height: 44 },
          bubble,
          viewport,
          placement,
        });
        expect(place.left).toBeGreaterThanOrEqual(8);
        expect(place.left + bubble.width).toBeLessThanOrEqual(992);
        expect(place.top).toBeGreaterThanOrEqual(8);
        expect(place.top + bubble.height).toBeLessThanOrEqual(792);
      }),
    );
  });
});
