// The details of a customer.

import { formatPhone } from '@quittance/contract/companies/company-contact';
import { CUSTOMER_FIELDS } from '@quittance/contract/customers/fields';
import { LANGUAGE_NAMES } from '@quittance/contract/language';
import { optionalMailNames } from '@quittance/contract/texts/en/optional-mails';
import { SummaryList, type SummaryRow } from '../../shared/ui/data/summary-list.tsx';
import { useMoments } from '../format.ts';
import { factRows } from '../forms/plain-fields.ts';
import { Section } from '../forms/section.tsx';
import { customersTexts } from '../texts/customers.ts';
import type { Customer } from './customer-draft.ts';

export function CustomerFacts({ customer }: { customer: Customer }) {
  const { day } = useMoments();
  const { columns, types, none, ...texts } = customersTexts;
  const { language } = customer;
  const turnedOff = customer.turnedOff.map((kind) => optionalMailNames[kind]).join(', ');
  const rows: SummaryRow[] = [
    ...factRows(CUSTOMER_FIELDS, customer, { labels: columns, names: ['customerRef'] }),
    { label: columns.type, value: types[customer.type] },
    { label: columns.email, value: customer.email ?? none },
    { label: columns.phone, value: customer.phone ? formatPhone(customer.phone) : none },
    {
      label: columns.language,
      value: language === null ? texts.languageUnset : LANGUAGE_NAMES[language],
    },
    ...(customer.isReminded ? [] : [{ label: texts.reminders, value: texts.remindersOff }]),
    ...(customer.turnedOff.length === 0 ? [] : [{ label: texts.turnedOff, value: turnedOff }]),
    ...factRows(CUSTOMER_FIELDS, customer, { labels: texts, names: ['externalRef'] }),
    { label: texts.added, value: day(customer.createdAt) },
  ];
  return (
    <Section title={texts.facts}>
      <SummaryList rows={rows} />
    </Section>
  );
}
