/**
 * The theme as a foreign frame needs it: plain colours. Custom properties cannot cross into the
 * processor's frame, and `light-dark()` is only resolved where a real property uses it.
 */
import type { FieldAppearance } from './fields.ts';

/** 16 px at least: below that a phone zooms into the frame when it gets the focus. */
const FONT_SIZE = '16px';

export function readAppearance(owner: HTMLElement): FieldAppearance {
  const probe = document.createElement('span');
  owner.append(probe);
  const colorOf = (variable: string): string => {
    probe.style.color = `var(${variable})`;
    return getComputedStyle(probe).color;
  };
  const appearance = {
    color: colorOf('--text'),
    backgroundColor: colorOf('--surface'),
    placeholderColor: colorOf('--text-subtle'),
    fontSize: FONT_SIZE,
  };
  probe.remove();
  return appearance;
}
