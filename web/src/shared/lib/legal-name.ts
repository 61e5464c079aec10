/** The names behind a brand (product §1.4): '{legal name}, doing business as {dba}'. */
import type { CompanyBrand } from '@quittance/contract/companies/portal-schemas';
import { shellTexts } from '#texts/site/shell';

type Names = Pick<CompanyBrand, 'name' | 'dba' | 'legalName'>;

export function toLegalName({ name, dba, legalName }: Names): string {
  const owner = legalName ?? name;
  return dba ? shellTexts.tradingAs(owner, dba) : owner;
}
