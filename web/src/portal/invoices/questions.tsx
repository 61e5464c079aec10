// The contact for questions about a payment or an invoice, appended to another sentence. Renders nothing for a
// company without a support contact.

import type { SupportContact } from '@quittance/contract/companies/company-contact';
import { invoiceTexts } from '#texts/account/invoice';
import { toContact } from '../../shared/lib/contact-of.ts';
import { Contact } from '../../shared/ui/text/contact.tsx';
import { Sentence } from '../../shared/ui/text/sentence.tsx';

type QuestionsProps = { company: (SupportContact & { name: string }) | null };

export function Questions({ company }: QuestionsProps) {
  const contact = company && toContact(company);
  if (!contact || contact.links.length === 0) return null;
  return (
    <>
      {' '}
      <Sentence parts={invoiceTexts.questions(<Contact key="contact" {...contact} />)} />
    </>
  );
}
