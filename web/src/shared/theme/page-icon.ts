// The page icon: the company's logo, or its initials in its brand color (product §1).

import type { CompanyBrand } from '@quittance/contract/companies/portal-schemas';
import { toInitials } from '@quittance/contract/initials';

export const PAGE_ICON_ID = 'page-icon';

type IconCompany = Pick<CompanyBrand, 'name' | 'iconUrl' | 'palette'>;

export function pageIconHref(company: IconCompany): string {
  const { name, iconUrl, palette } = company;
  if (iconUrl) return iconUrl;
  const { light: colors } = palette;
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    `<rect width="32" height="32" rx="8" fill="${colors.brand}"/>` +
    `<text x="16" y="21.5" text-anchor="middle" font-family="system-ui,sans-serif" font-size="15"` +
    ` font-weight="700" fill="${colors['brand-badge-text']}">${toInitials(name)}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

export function setPageIcon(company: IconCompany): void {
  document.getElementById(PAGE_ICON_ID)?.setAttribute('href', pageIconHref(company));
}
