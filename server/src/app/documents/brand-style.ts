/**
 * The company's colors in the document itself, so that the first paint and every page before its first answer have
 * them. The values are those of `applyBrand` in the web application; the nonce is set like every other.
 */
import { BRAND_VARIABLES, type BrandPalette } from '@quittance/contract/companies/brand-palette';

const COLOR = /^#[0-9a-f]{6}$/;

function declarations(prefix: string, theme: BrandPalette['light']): string {
  return BRAND_VARIABLES.map((name) => [name, theme[name]] as const)
    .filter(([, color]) => COLOR.test(color))
    .map(([name, color]) => `--${prefix}-${name}:${color};`)
    .join('');
}

/** Doubled, to win over the default brand in the stylesheet, which may follow. */
export function withBrand(html: string, { light, dark }: BrandPalette): string {
  const rules = `:root:root{${declarations('l', light)}${declarations('d', dark)}}`;
  return html.replace('</head>', `<style nonce="__CSP_NONCE__">${rules}</style></head>`);
}
