/** Company data that the portal document needs before authentication. */
import type { BrandPalette } from '@quittance/contract/companies/brand-palette';
import type { Origins } from '@quittance/contract/processors/processor-fields';
import type { Deps } from '../kernel/deps.ts';
import { originsFor } from '../processors/servers.ts';
import { type CompanyRow, toPalette } from './store.ts';

export type PortalCompany = {
  /** Spelled as stored. An address may use different letter case (R53). */
  domain: string;
  name: string;
  palette: BrandPalette;
  /** The only third-party origins whose scripts and frames this company's portal allows. */
  processorOrigins: Origins;
  isContractsVisible: boolean;
};

const known = new WeakMap<CompanyRow, PortalCompany>();

function toPortalCompany(company: CompanyRow): PortalCompany {
  return {
    domain: company.domain,
    name: company.name,
    palette: toPalette(company),
    processorOrigins: originsFor(company.processor, company.processorData),
    isContractsVisible: company.preference.isContractsVisible,
  };
}

/** The result for a cached company is cached with it, because palette and origins are computed. */
export async function portalCompany(
  { companies }: Pick<Deps, 'companies'>,
  domain: string,
): Promise<PortalCompany | null> {
  const company = await companies.findByDomain(domain);
  if (!company) return null;
  const shown = known.get(company) ?? toPortalCompany(company);
  known.set(company, shown);
  return shown;
}
