/** A company's brand as the browser sees it: names, colors, contact, and its logo on our own origin (R52). */

import type { CompanyBrand } from '@quittance/contract/companies/portal-schemas';
import { pathTo } from '@quittance/contract/http/portal-route';
import { ROUTES } from '@quittance/contract/portal-routes';
import type { Deps } from '../kernel/deps.ts';
import { isTestAccount } from '../processors/servers.ts';
import { type CompanyRow, toPalette } from './store.ts';

/** The version is part of the URL, so that browsers may cache the picture permanently. */
export function logoUrls({ domain: company, logoVersion: version }: CompanyRow) {
  if (version === null) return { logoUrl: null, iconUrl: null };
  const url = (size: string) => pathTo(ROUTES.companyLogo.path, { company, version, size });
  return { logoUrl: url('wide'), iconUrl: url('icon') };
}

export function toBrand(
  { processors }: Pick<Deps, 'processors'>,
  company: CompanyRow,
): CompanyBrand {
  const { name, dba, legalName, domain, mainColor, secondaryColor } = company;
  const { supportEmail, supportPhone, isDemo, processor, processorData } = company;
  const isTestMode =
    processors.overrideOf(processor) === null && isTestAccount(processor, processorData);
  return {
    name,
    dba,
    legalName,
    ...logoUrls(company),
    supportEmail,
    supportPhone,
    domain,
    mainColor,
    secondaryColor,
    palette: toPalette(company),
    isDemo,
    ...(isTestMode ? { isTestMode } : {}),
  };
}
