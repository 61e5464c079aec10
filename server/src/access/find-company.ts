/** From typed text to the one company it can mean, and what of a company anybody may see (R3). */
import type { CompanyBrand } from '@quittance/contract/company';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import {
  type CompanyRow,
  findCompaniesLike,
  findCompanyByDomain,
} from '../storage/billing/companies.ts';
import { isNearName, plainName } from './match-company-name.ts';

/** Typing errors come after the beginning; the search of the database needs this much of it. */
const BEGINNING_LENGTH = 2;

function brandOf(company: CompanyRow): CompanyBrand {
  const { name, dba, legalName, logoUrl, domain, mainColor, secondaryColor } = company;
  return { name, dba, legalName, logoUrl, domain, mainColor, secondaryColor };
}

const namesOf = ({ name, dba, legalName }: CompanyRow) =>
  [name, dba, legalName].filter((each) => each !== null);

function isNamed(company: CompanyRow, typed: string): boolean {
  const isName = namesOf(company).some((name) => plainName(name) === plainName(typed));
  return isName || typed.toLowerCase() === company.domain;
}

function isMeant(company: CompanyRow, typed: string): boolean {
  return isNamed(company, typed) || namesOf(company).some((name) => isNearName(typed, name));
}

/** Null when nobody is meant, and when more than one could be: then there is nothing to show. */
export async function findMeantCompany(
  { database }: Pick<Deps, 'database'>,
  text: string,
): Promise<CompanyRow | null> {
  const typed = text.trim();
  if (typed.length <= BEGINNING_LENGTH) return null;
  const beginning = typed.slice(0, BEGINNING_LENGTH);
  const alike = await database.asSystem((tx) => findCompaniesLike(tx, beginning));
  const found = alike.filter((company) => isMeant(company, typed));
  const exact = found.filter((company) => isNamed(company, typed));
  const [company, ...others] = exact.length > 0 ? exact : found;
  return company && others.length === 0 ? company : null;
}

export async function findCompanyBrand(deps: Deps, typed: string): Promise<CompanyBrand | null> {
  const company = await findMeantCompany(deps, typed);
  return company ? brandOf(company) : null;
}

export async function readCompanyBrand({ database }: Deps, domain: string): Promise<CompanyBrand> {
  const company = await database.asSystem((tx) => findCompanyByDomain(tx, domain));
  if (!company) throw new AppError('COMPANY_NOT_FOUND');
  return brandOf(company);
}
