// Finds and chooses a customer.

import { useRead } from '../api/use-read.ts';
import { Finder, useSearch } from '../forms/finder.tsx';
import { customerFinderTexts } from '../texts/customers.ts';
import { toName } from './names.ts';

const SHOWN = 6;

export type ChosenCustomer = { id: string; name: string };

type CustomerFinderProps = {
  error: string | undefined;
  onChoose: (customer: ChosenCustomer) => void;
};

export function CustomerFinder({ error, onChoose }: CustomerFinderProps) {
  const search = useSearch();
  const query = { search: search.search, limit: SHOWN };
  const { answer } = useRead('listCustomers', { query }, search);
  return (
    <Finder
      search={search}
      texts={customerFinderTexts}
      error={error}
      found={answer?.data}
      nameOf={(customer) => ({
        title: toName(customer),
        text: [customer.customerRef, customer.email].filter(Boolean).join(' · '),
      })}
      onChoose={(customer) => onChoose({ id: customer.id, name: toName(customer) })}
    />
  );
}
