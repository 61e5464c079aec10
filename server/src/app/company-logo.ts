/** Sets a company's logo from a file or a URL (R52). */
import { readFile, stat } from 'node:fs/promises';
import { LOGO_BYTES_MAX } from '@quittance/contract/companies/settings-schemas';
import { LogoRefused } from '../companies/logos/logo-refused.ts';
import { drawApart, fetchLogo, storeUploadedLogo } from '../companies/logos/store-logo.ts';
import { findCompanyByDomain } from '../companies/store.ts';
import type { Deps } from '../kernel/deps.ts';
import { appendAudit } from '../platform/audit/audit.ts';
import { OrderRefused } from './order-refused.ts';

type LogoDeps = Pick<Deps, 'database' | 'clock'>;

async function toId({ database }: LogoDeps, domain: string) {
  const company = await database.asSystem((tx) => findCompanyByDomain(tx, domain));
  if (!company) throw new OrderRefused(`There is no company ${domain}.`);
  return company.companyId;
}

async function readPicture(path: string): Promise<Buffer> {
  try {
    const { size } = await stat(path);
    if (size > LOGO_BYTES_MAX) throw new LogoRefused('The picture is larger than 1 MB.');
    return await readFile(path);
  } catch (error) {
    if (error instanceof LogoRefused) throw error;
    throw new OrderRefused(`${path} cannot be read.`);
  }
}

export async function setLogo(deps: LogoDeps, domain: string, source: string): Promise<void> {
  const companyId = await toId(deps, domain);
  try {
    if (/^https?:/.test(source)) await fetchLogo(deps, { companyId, url: source });
    else await storeUploadedLogo(deps, companyId, await drawApart(await readPicture(source)));
  } catch (error) {
    if (error instanceof LogoRefused) throw new OrderRefused(error.message);
    throw error;
  }
  const entry = { actor: 'operator', action: 'logo_set', subject: domain, detail: {} };
  await deps.database.asSystem((tx) =>
    appendAudit(tx, { companyId, ...entry, at: deps.clock.now() }),
  );
}
