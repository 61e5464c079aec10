/** Sender of an email: the company's name, brand and contact, plus the recipient's name and language. */
import { contactWords } from '@quittance/contract/companies/company-contact';
import type { Language } from '@quittance/contract/language';
import { WORDS } from '@quittance/domain/texts/words';
import type { Logo } from '../../companies/logos/logo-rows.ts';
import type { CompanyRow } from '../../companies/store.ts';
import type { Sender } from '../../platform/mail/mail-content.ts';
import { MAILS } from './mails.ts';

const LOGO_HEIGHT_MAX = 40;
const LOGO_WIDTH_MAX = 160;

function sizeInMail({ wideWidth, wideHeight }: Logo) {
  const scale = Math.min(LOGO_HEIGHT_MAX / wideHeight, LOGO_WIDTH_MAX / wideWidth);
  return { width: Math.round(wideWidth * scale), height: Math.round(wideHeight * scale) };
}

function toLegalName({ name, dba, legalName }: CompanyRow, language: Language): string {
  const owner = legalName ?? name;
  return dba ? MAILS[language].frame.tradingAs(owner, dba) : owner;
}

export type Addressee = {
  firstName: string | null;
  language: Language;
  unsubscribeUrl: string | null;
  isRequired?: boolean;
};

export type Letterhead = { publicUrl: string; company: CompanyRow; logo: Logo | null };

export function toSender({ publicUrl, company, logo }: Letterhead, whom: Addressee): Sender {
  return {
    ...whom,
    companyName: company.name,
    legalName: toLegalName(company, whom.language),
    companyContact: contactWords(company, WORDS[whom.language].contact),
    repliesTo: company.supportEmail,
    mainColor: company.mainColor,
    logo: logo && sizeInMail(logo),
    portalUrl: `${publicUrl}/${company.domain}`,
  };
}
