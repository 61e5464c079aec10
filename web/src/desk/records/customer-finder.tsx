// Finds and chooses a customer.

import { useState } from 'react';
import { bindClasses } from '../../lib/bind-classes.ts';
import { useDebouncedText } from '../../lib/hooks/use-debounced-text.ts';
import { SEARCH_DEBOUNCE_MS } from '../../lib/timings.ts';
import { Input } from '../../ui/form/input.tsx';
import { OptionButton } from '../../ui/form/option-card.tsx';
import { Text } from '../../ui/text/text.tsx';
import { useRead } from '../api/use-read.ts';
import { customerFinderTexts } from '../texts/customers.ts';
import styles from './customer-finder.module.css';
import { nameOf } from './names.ts';

const css = bindClasses(styles);

const SEARCH_MIN = 2;
const SHOWN = 6;

export type ChosenCustomer = { id: string; name: string };

type CustomerFinderProps = {
  error: string | undefined;
  onChoose: (customer: ChosenCustomer) => void;
};

export function CustomerFinder({ error, onChoose }: CustomerFinderProps) {
  const texts = customerFinderTexts;
  const [search, setSearch] = useState('');
  const [text, setText] = useDebouncedText({
    settled: search,
    onSettled: setSearch,
    delayMs: SEARCH_DEBOUNCE_MS,
  });
  const isNeeded = search.length >= SEARCH_MIN;
  const { answer } = useRead('listCustomers', { query: { search, limit: SHOWN } }, { isNeeded });
  const found = isNeeded ? answer?.data : undefined;
  return (
    <div className={css('finder')}>
      <Input
        label={texts.find}
        hint={texts.hint}
        error={error}
        type="search"
        autoComplete="off"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <div role="status">{found?.length === 0 && <Text tone="muted">{texts.none}</Text>}</div>
      <ul className={css('found')}>
        {found?.map((customer) => (
          <li key={customer.id}>
            <OptionButton
              title={nameOf(customer)}
              text={[customer.customerRef, customer.email].filter(Boolean).join(' · ')}
              onClick={() => onChoose({ id: customer.id, name: nameOf(customer) })}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
