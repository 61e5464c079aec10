// Puts a company's colours on the page: custom properties on the root, and the colour of the
// browser's own bars. Goes through CSSOM, which a strict style-src allows; computes nothing itself.

import { type BrandColors, brandCssVariables, brandPalettes } from './brand.ts';
import { themeColorOf } from './color-scheme.ts';

export function applyBrand(
  colors: BrandColors,
  root: HTMLElement = document.documentElement,
): void {
  const palettes = brandPalettes(colors);
  for (const [name, value] of brandCssVariables(palettes)) root.style.setProperty(name, value);
  setThemeColor(root, { scheme: 'light', color: palettes.light.surface });
  setThemeColor(root, { scheme: 'dark', color: palettes.dark.surface });
}

type ThemeColor = { scheme: 'light' | 'dark'; color: string };

function setThemeColor(root: HTMLElement, { scheme, color }: ThemeColor): void {
  root.ownerDocument.querySelector(themeColorOf(scheme))?.setAttribute('content', color);
}
