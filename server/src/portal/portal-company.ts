/** What serving the portal's document needs to know of a company before anybody is known. */
import type { Deps } from '../deps.ts';
import { PROCESSOR_ORIGINS } from '../processors/origins.ts';
import { findCompanyByDomain } from '../storage/billing/companies.ts';

export type PortalCompany = {
  /** Stands in the document before any script has run. */
  name: string;
  /** Whose scripts and frames the portal of this company may show, and nobody else's. */
  processorOrigins: string[];
};

export async function portalCompany(
  { database }: Pick<Deps, 'database'>,
  domain: string,
): Promise<PortalCompany | null> {
  const company = await database.asSystem((tx) => findCompanyByDomain(tx, domain));
  if (!company) return null;
  const { scriptUrl, settings } = company.processorData;
  const challengeUrl = settings['challengeUrl'];
  const own = scriptUrl ? [new URL(scriptUrl).origin] : PROCESSOR_ORIGINS[company.processor];
  // A bank's challenge may live on another host than the processor's own script.
  const challenge = challengeUrl ? [new URL(challengeUrl).origin] : [];
  const processorOrigins = [...new Set([...own, ...challenge])];
  return { name: company.name, processorOrigins };
}
