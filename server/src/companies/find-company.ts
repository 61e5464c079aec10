/** Finds the one company that a typed name matches, and reads a company's public brand (R3). */

import type { CompanyBrand } from '@quittance/contract/companies/portal-schemas';
import { isSameReference } from '@quittance/contract/references';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { toBrand } from './company-brand.ts';
import { findLogo } from './logos/logo-rows.ts';
import { matchesCompanyName, normalizeName } from './match-company-name.ts';
import { type CompanyRow, findCompaniesLike, findCompanyByDomain } from './store.ts';

/** The database search requires an exact prefix. Typing errors are tolerated only after it. */
const PREFIX_LENGTH = 2;

const toNames = ({ name, dba, legalName }: CompanyRow) =>
  [name, dba, legalName].filter((each) => each !== null);

function isExactMatch(company: CompanyRow, typed: string): boolean {
  const isName = toNames(company).some((name) => normalizeName(name) === normalizeName(typed));
  return isName || isSameReference(typed, company.domain);
}

function isMatch(company: CompanyRow, typed: string): boolean {
  return (
    isExactMatch(company, typed) || toNames(company).some((name) => matchesCompanyName(typed, name))
  );
}

export async function findCompanyByTypedName(
  { database }: Pick<Deps, 'database'>,
  text: string,
): Promise<CompanyRow | null> {
  const typed = text.trim();
  if (typed.length <= PREFIX_LENGTH) return null;
  const prefix = typed.slice(0, PREFIX_LENGTH);
  const candidates = await database.asSystem((tx) => findCompaniesLike(tx, prefix));
  const found = candidates.filter((company) => isMatch(company, typed));
  const exact = found.filter((company) => isExactMatch(company, typed));
  const [company, ...others] = exact.length > 0 ? exact : found;
  return company && others.length === 0 ? company : null;
}

export async function readCompanyLogo(
  { database }: Deps,
  { company: domain, version, size }: { company: string; version: string; size: string },
): Promise<Uint8Array<ArrayBuffer>> {
  const logo = await database.asSystem(async (tx) => {
    const company = await findCompanyByDomain(tx, domain);
    return company?.logoVersion === version ? findLogo(tx, company.companyId) : null;
  });
  if (!logo || (size !== 'wide' && size !== 'icon')) throw new AppError('NOT_FOUND');
  return new Uint8Array(logo[size]);
}

export async function findCompanyBrand(deps: Deps, typed: string): Promise<CompanyBrand | null> {
  const company = await findCompanyByTypedName(deps, typed);
  return company ? toBrand(deps, company) : null;
}

export async function readCompanyBrand(deps: Deps, domain: string): Promise<CompanyBrand> {
  const company = await deps.database.asSystem((tx) => findCompanyByDomain(tx, domain));
  if (!company) throw new AppError('COMPANY_NOT_FOUND');
  return toBrand(deps, company);
}
