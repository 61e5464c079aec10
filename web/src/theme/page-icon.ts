// The page icon: the company's logo, or its initials drawn in its colour (product §1).
// Only answers and sets the address; the link element with this id is in the HTML documents.

import { initialsOf } from '@quittance/contract/initials';
import { badgeColors } from './brand.ts';

export const PAGE_ICON_ID = 'page-icon';

type IconOwner = {
  name: string;
  logoUrl?: string | null | undefined;
  mainColor?: string | null | undefined;
};

export function pageIconHref({ name, logoUrl, mainColor }: IconOwner): string {
  if (logoUrl) return logoUrl;
  const colors = badgeColors({ mainColor });
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    `<rect width="32" height="32" rx="8" fill="${colors.brand}"/>` +
    `<text x="16" y="21.5" text-anchor="middle" font-family="system-ui,sans-serif" font-size="15"` +
    ` font-weight="700" fill="${colors['brand-badge-text']}">${initialsOf(name)}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

export function setPageIcon(owner: IconOwner): void {
  document.getElementById(PAGE_ICON_ID)?.setAttribute('href', pageIconHref(owner));
}
