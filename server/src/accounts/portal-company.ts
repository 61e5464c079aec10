/** What serving the portal's document needs to know of a company before anybody is known. */
import type { Deps } from '../deps.ts';
import { findCompanyByDomain } from '../storage/companies.ts';

/** Whose scripts and frames the portal of this company may show, and nobody else's. */
export type PortalCompany = { processorOrigins: string[] };

export async function portalCompany(
  { database }: Pick<Deps, 'database'>,
  domain: string,
): Promise<PortalCompany | null> {
  const company = await database.asSystem((tx) => findCompanyByDomain(tx, domain));
  if (!company) return null;
  const { scriptUrl, settings } = company.processorData;
  // A bank's challenge may live on another host than the processor's own script.
  const addresses = [scriptUrl, settings['challengeUrl']].filter((url) => typeof url === 'string');
  const processorOrigins = [...new Set(addresses.map((url) => new URL(url).origin))];
  return { processorOrigins };
}
