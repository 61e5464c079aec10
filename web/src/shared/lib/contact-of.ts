/** A company's name with its support email and phone as links, for the `Contact` component. */
import { formatPhone, type SupportContact } from '@quittance/contract/companies/company-contact';

export type ContactLinks = { name: string; links: { href: string; text: string }[] };

export function toContact(company: SupportContact & { name: string }): ContactLinks {
  const { name, supportEmail: email, supportPhone: phone } = company;
  return {
    name,
    links: [
      ...(email ? [{ href: `mailto:${email}`, text: email }] : []),
      ...(phone ? [{ href: `tel:${phone}`, text: formatPhone(phone) }] : []),
    ],
  };
}
