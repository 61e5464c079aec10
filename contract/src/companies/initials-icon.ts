/** The icon of a page whose company has no logo, or whose logo is not loaded: its initials in its brand color (product §1.4). */
import { toInitials } from '../initials.ts';
import type { BrandPalette } from './brand-palette.ts';

export const PAGE_ICON_ID = 'page-icon';

type IconCompany = { name: string; palette: BrandPalette };

export function initialsIcon({ name, palette: { light: colors } }: IconCompany): string {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    `<rect width="32" height="32" rx="8" fill="${colors.brand}"/>` +
    `<text x="16" y="21.5" text-anchor="middle" font-family="system-ui,sans-serif" font-size="15"` +
    ` font-weight="700" fill="${colors['brand-badge-text']}">${toInitials(name)}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
