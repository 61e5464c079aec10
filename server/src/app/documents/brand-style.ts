/**
 * Embeds the company's colors and icon in the document, so that the first paint and every page before its first response use
 * them. The values must match those of `applyBrand` and `setPageIcon` in the web app.
 */
import { BRAND_VARIABLES, type BrandPalette } from '@quittance/contract/companies/brand-palette';
import { initialsIcon, PAGE_ICON_ID } from '@quittance/contract/companies/initials-icon';

const COLOR = /^#[0-9a-f]{6}$/;

function declarations(prefix: string, theme: BrandPalette['light']): string {
  return BRAND_VARIABLES.map((name) => [name, theme[name]] as const)
    .filter(([, color]) => COLOR.test(color))
    .map(([name, color]) => `--${prefix}-${name}:${color};`)
    .join('');
}

const ICON = new RegExp(`(<link id="${PAGE_ICON_ID}"[^>]* href=")[^"]*`);

type Brand = { name: string; palette: BrandPalette };

/** `:root` is doubled to override the default brand in the stylesheet, which may come later. */
export function withBrand(html: string, company: Brand): string {
  const { light, dark } = company.palette;
  const rules = `:root:root{${declarations('l', light)}${declarations('d', dark)}}`;
  return html
    .replace(ICON, (_, link: string) => link + initialsIcon(company))
    .replace('</head>', `<style>${rules}</style></head>`);
}
