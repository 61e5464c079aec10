import { contactWords } from '@quittance/contract/companies/company-contact';
import { toInitials } from '@quittance/contract/initials';
import { inkOn } from '@quittance/domain/brand/contrast';
import type { CompanyHead } from '../platform/pdf/letterhead.ts';
import type { DocumentWords } from '../texts/catalogs.ts';
import type { Logo } from './logos/logo-rows.ts';
import type { CompanyRow } from './store.ts';

export type DocumentCompany = Pick<
  CompanyRow,
  | 'name'
  | 'dba'
  | 'legalName'
  | 'address'
  | 'supportEmail'
  | 'supportPhone'
  | 'mainColor'
  | 'timeZone'
>;

export function companyHead(
  company: DocumentCompany,
  logo: Logo | null,
  { documents, contact }: DocumentWords,
): CompanyHead {
  const { name, dba, legalName, address, mainColor } = company;
  const others = [
    dba ? documents.doingBusinessAs(dba) : null,
    legalName === name ? null : legalName,
    ...(address?.split('\n') ?? []),
    contactWords(company, contact),
  ];
  return {
    name,
    initials: toInitials(name),
    color: mainColor,
    inkOnColor: inkOn(mainColor),
    logo: logo && { bytes: logo.wide, width: logo.wideWidth, height: logo.wideHeight },
    lines: others.filter((line) => line !== null),
  };
}
