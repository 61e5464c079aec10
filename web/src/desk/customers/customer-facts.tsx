// The details of a customer.

import { LANGUAGE_NAMES } from '@quittance/contract/language';
import { SummaryList, type SummaryRow } from '../../shared/ui/data/summary-list.tsx';
import { useMoments } from '../format.ts';
import { Section } from '../forms/section.tsx';
import { customersTexts } from '../texts/customers.ts';
import type { Customer } from './customer-draft.ts';

export function CustomerFacts({ customer }: { customer: Customer }) {
  const { day } = useMoments();
  const { columns, types, none, ...texts } = customersTexts;
  const { language, externalRef } = customer;
  const rows: (SummaryRow | null)[] = [
    { label: columns.customerRef, value: customer.customerRef },
    { label: columns.type, value: types[customer.type] },
    { label: columns.email, value: customer.email ?? none },
    { label: columns.phone, value: customer.phone ?? none },
    {
      label: columns.language,
      value: language === null ? texts.languageUnset : LANGUAGE_NAMES[language],
    },
    externalRef === null ? null : { label: texts.externalRef, value: externalRef },
    { label: texts.added, value: day(customer.createdAt) },
  ];
  return (
    <Section title={texts.facts}>
      <SummaryList rows={rows.filter((row) => row !== null)} />
    </Section>
  );
}
