/** What serving the portal's document needs to know of a company before anybody is known. */
import type { Deps } from '../deps.ts';
import { findCompanyByDomain } from '../storage/companies.ts';

export type PortalCompany = { processorOrigin: string | null };

export async function portalCompany(
  { database }: Pick<Deps, 'database'>,
  domain: string,
): Promise<PortalCompany | null> {
  const company = await database.asSystem((tx) => findCompanyByDomain(tx, domain));
  if (!company) return null;
  const { scriptUrl } = company.processorData;
  return { processorOrigin: scriptUrl ? new URL(scriptUrl).origin : null };
}
