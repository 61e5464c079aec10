/** The form draft of a company's names and colors, and the request built from it. */
import { formatPhone, parsePhone } from '@quittance/contract/companies/company-contact';
import type { Company, CompanyBody } from '../settings/use-company-form.ts';

export type BrandDraft = {
  name: string;
  dba: string;
  legalName: string;
  address: string;
  supportEmail: string;
  supportPhone: string;
  timeZone: string;
  mainColor: string;
  secondaryColor: string;
};

export function toDraft(company: Company): BrandDraft {
  return {
    name: company.name,
    dba: company.dba ?? '',
    legalName: company.legalName ?? '',
    address: company.address.join('\n'),
    supportEmail: company.supportEmail ?? '',
    supportPhone: formatPhone(company.supportPhone ?? ''),
    timeZone: company.timeZone,
    mainColor: company.mainColor,
    secondaryColor: company.secondaryColor,
  };
}

const orNull = (text: string): string | null => text.trim() || null;

export function toBody(draft: BrandDraft): CompanyBody {
  return {
    name: draft.name.trim(),
    dba: orNull(draft.dba),
    legalName: orNull(draft.legalName),
    address: draft.address
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    supportEmail: orNull(draft.supportEmail),
    supportPhone: orNull(parsePhone(draft.supportPhone)),
    timeZone: draft.timeZone.trim(),
    mainColor: draft.mainColor,
    secondaryColor: draft.secondaryColor,
  };
}
