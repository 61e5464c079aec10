// Applies a company's palette to the page: custom properties on the root and the color of the browser's bars. It
// uses CSSOM, which a strict style-src allows.

import type { BrandPalette } from '@quittance/contract/companies/brand-palette';
import { toThemeColor } from './color-scheme.ts';

/** `tokens.css` reads `--l-…` for the light theme and `--d-…` for the dark one. */
export function applyBrand(
  palette: BrandPalette,
  root: HTMLElement = document.documentElement,
): void {
  for (const [theme, prefix] of [
    ['light', '--l-'],
    ['dark', '--d-'],
  ] as const) {
    for (const [name, value] of Object.entries(palette[theme]))
      root.style.setProperty(`${prefix}${name}`, value);
    const meta = root.ownerDocument.querySelector(toThemeColor(theme));
    meta?.setAttribute('content', palette[theme].surface);
  }
}
