/**
 * The theme as a foreign frame needs it: plain colours. Custom properties cannot cross into the
 * processor's frame, and `light-dark()` is only resolved where a real property uses it.
 */
import type { FieldAppearance } from './fields.ts';

/** 16 px at least: below that a phone zooms into the frame when it gets the focus. */
const FONT_SIZE = '16px';

export const DARK_QUERY = '(prefers-color-scheme: dark)';

/** What the visitor chose, or else what the device says. */
function isDark(): boolean {
  const chosen = document.documentElement.dataset['theme'];
  return chosen ? chosen === 'dark' : window.matchMedia(DARK_QUERY).matches;
}

export function readAppearance(owner: HTMLElement): FieldAppearance {
  const probe = document.createElement('span');
  owner.append(probe);
  const colorOf = (variable: string): string => {
    probe.style.color = `var(${variable})`;
    return getComputedStyle(probe).color;
  };
  const appearance = {
    isDark: isDark(),
    color: colorOf('--text'),
    mutedColor: colorOf('--text-muted'),
    placeholderColor: colorOf('--text-subtle'),
    backgroundColor: colorOf('--surface'),
    borderColor: colorOf('--control-border'),
    focusColor: colorOf('--brand-strong'),
    dangerColor: colorOf('--danger'),
    fontSize: FONT_SIZE,
  };
  probe.remove();
  return appearance;
}

/** The text inside one frame of ours: the box around it, with its border, is not the frame's. */
export function textStyles(appearance: FieldAppearance) {
  const { color, backgroundColor, fontSize } = appearance;
  return {
    color,
    'background-color': backgroundColor,
    'caret-color': color,
    'font-size': fontSize,
    'font-family': 'system-ui, sans-serif',
  };
}
