// The page icon: the company's initials, as in the served document, and its logo once that is loaded (product §1).

import { initialsIcon, PAGE_ICON_ID } from '@quittance/contract/companies/initials-icon';
import type { CompanyBrand } from '@quittance/contract/companies/portal-schemas';

type IconCompany = Pick<CompanyBrand, 'name' | 'iconUrl' | 'palette'>;

export function setPageIcon(company: IconCompany): void {
  const { iconUrl } = company;
  const show = (href: string) => document.getElementById(PAGE_ICON_ID)?.setAttribute('href', href);
  show(initialsIcon(company));
  if (!iconUrl) return;
  const logo = new Image();
  logo.onload = () => show(iconUrl);
  logo.src = iconUrl;
}
