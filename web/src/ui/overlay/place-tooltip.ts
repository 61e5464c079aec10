// Where a tooltip goes, from the rectangle of its anchor (product §2). Pure geometry: asks nobody
// for sizes, moves nothing. Flips when there is no room, and never leaves the window.

export type TooltipPlacement = 'top' | 'bottom' | 'top_left' | 'top_right';

type Size = { width: number; height: number };
type Rect = Size & { left: number; top: number };

type Situation = {
  anchor: Rect;
  bubble: Size;
  viewport: Size;
  placement: TooltipPlacement;
};

/** product §2, §9: the bottom one sits 16 px below its anchor. */
export const BOTTOM_OFFSET_PX = 16;
const TOP_OFFSET_PX = 8;
const EDGE_PX = 8;

export function placeTooltip({ anchor, bubble, viewport, placement }: Situation) {
  const above = anchor.top - TOP_OFFSET_PX - bubble.height;
  const below = anchor.top + anchor.height + BOTTOM_OFFSET_PX;
  const fitsAbove = above >= EDGE_PX;
  const fitsBelow = below + bubble.height <= viewport.height - EDGE_PX;
  const isBelow = placement === 'bottom' ? fitsBelow || !fitsAbove : !fitsAbove && fitsBelow;
  return {
    left: within(leftOf({ anchor, bubble, placement }), viewport.width - bubble.width),
    top: within(isBelow ? below : above, viewport.height - bubble.height),
  };
}

function leftOf({ anchor, bubble, placement }: Omit<Situation, 'viewport'>): number {
  if (placement === 'top_left') return anchor.left + anchor.width - bubble.width;
  if (placement === 'top_right') return anchor.left;
  return anchor.left + (anchor.width - bubble.width) / 2;
}

/** Keeps the near edge in sight even when the bubble is larger than the window. */
function within(value: number, room: number): number {
  return Math.max(EDGE_PX, Math.min(value, room - EDGE_PX));
}
