/** Company data that the portal document needs before authentication. */
import type { BrandPalette } from '@quittance/contract/companies/brand-palette';
import type { Deps } from '../kernel/deps.ts';
import { PROCESSOR_MODULES } from '../processors/registry.ts';
import { toPalette } from './store.ts';

export type PortalCompany = {
  /** Spelled as stored. An address may use different letter case (R53). */
  domain: string;
  name: string;
  palette: BrandPalette;
  /** The only third-party origins whose scripts and frames this company's portal allows. */
  processorOrigins: string[];
  isContractsVisible: boolean;
};

export async function portalCompany(
  { companies }: Pick<Deps, 'companies'>,
  domain: string,
): Promise<PortalCompany | null> {
  const company = await companies.findByDomain(domain);
  if (!company) return null;
  const { scriptUrl, settings } = company.processorData;
  const challengeUrl = settings['challengeUrl'];
  const own = scriptUrl
    ? [new URL(scriptUrl).origin]
    : PROCESSOR_MODULES[company.processor].origins;
  // A 3-D Secure challenge may be served from a different host than the processor's script.
  const challenge = challengeUrl ? [new URL(challengeUrl).origin] : [];
  const processorOrigins = [...new Set([...own, ...challenge])];
  return {
    domain: company.domain,
    name: company.name,
    palette: toPalette(company),
    processorOrigins,
    isContractsVisible: company.preference.isContractsVisible,
  };
}
