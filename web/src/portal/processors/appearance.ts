/**
 * The theme for a processor's frame, as resolved colors. A frame cannot read custom properties, and `light-dark()`
 * is resolved only where a property uses it.
 */
import type { FieldAppearance } from './fields.ts';

/** At least 16 px, because phones zoom into a focused frame with smaller text. */
const FONT_SIZE = '16px';

/** A frame cannot load our font. These are the closest fonts on each system, followed by its default. */
export const FRAME_FONTS =
  '"Inter Variable", Inter, -apple-system, "Segoe UI", Roboto, Arial, sans-serif';

export const DARK_QUERY = '(prefers-color-scheme: dark)';

function isDark(): boolean {
  const chosen = document.documentElement.dataset['theme'];
  return chosen ? chosen === 'dark' : window.matchMedia(DARK_QUERY).matches;
}

export function readAppearance(owner: HTMLElement): FieldAppearance {
  const probe = document.createElement('span');
  owner.append(probe);
  const toColor = (variable: string): string => {
    probe.style.color = `var(${variable})`;
    return getComputedStyle(probe).color;
  };
  const appearance = {
    isDark: isDark(),
    color: toColor('--text'),
    mutedColor: toColor('--text-muted'),
    placeholderColor: toColor('--text-subtle'),
    backgroundColor: toColor('--surface'),
    borderColor: toColor('--control-border'),
    focusColor: toColor('--brand-strong'),
    dangerColor: toColor('--danger'),
    fontSize: FONT_SIZE,
  };
  probe.remove();
  return appearance;
}

/** Styles for the text inside a frame. The box around it and its border are our own. */
export function textStyles(appearance: FieldAppearance) {
  const { color, backgroundColor, fontSize } = appearance;
  return {
    color,
    'background-color': backgroundColor,
    'caret-color': color,
    'font-size': fontSize,
    'font-family': FRAME_FONTS,
  };
}
