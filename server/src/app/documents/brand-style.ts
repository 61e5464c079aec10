/**
 * Embeds the company's colors in the document, so that the first paint and every page before its first response use
 * them. The values must match those of `applyBrand` in the web app.
 */
import { BRAND_VARIABLES, type BrandPalette } from '@quittance/contract/companies/brand-palette';

const COLOR = /^#[0-9a-f]{6}$/;

function declarations(prefix: string, theme: BrandPalette['light']): string {
  return BRAND_VARIABLES.map((name) => [name, theme[name]] as const)
    .filter(([, color]) => COLOR.test(color))
    .map(([name, color]) => `--${prefix}-${name}:${color};`)
    .join('');
}

/** `:root` is doubled to override the default brand in the stylesheet, which may come later. */
export function withBrand(html: string, { light, dark }: BrandPalette): string {
  const rules = `:root:root{${declarations('l', light)}${declarations('d', dark)}}`;
  return html.replace('</head>', `<style>${rules}</style></head>`);
}
