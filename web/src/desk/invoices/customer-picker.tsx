// Finds and chooses the customer of a new invoice.

import { useEffect, useState } from 'react';
import { bindClasses } from '../../lib/bind-classes.ts';
import { useDebouncedText } from '../../lib/hooks/use-debounced-text.ts';
import { SEARCH_DEBOUNCE_MS } from '../../lib/timings.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Input } from '../../ui/form/input.tsx';
import { OptionButton } from '../../ui/form/option-card.tsx';
import { Text } from '../../ui/text/text.tsx';
import { useRead } from '../api/use-read.ts';
import { Section } from '../forms/section.tsx';
import { nameOf } from '../records/names.ts';
import { newInvoiceTexts } from '../texts/invoices.ts';
import styles from './customer-picker.module.css';

const css = bindClasses(styles);

const SEARCH_MIN = 2;
const SHOWN = 6;

type Chosen = { id: string; name: string };

type CustomerPickerProps = {
  customer: Chosen | null;
  /** From the page of a customer. */
  customerId: string | null;
  error: string | undefined;
  onChoose: (customer: Chosen | null) => void;
};

export function CustomerPicker({ customer, customerId, error, onChoose }: CustomerPickerProps) {
  const texts = newInvoiceTexts;
  useGiven(customerId, onChoose);
  return (
    <Section
      title={texts.who}
      action={
        customer && (
          <Button variant="quiet" size="small" isFlush onClick={() => onChoose(null)}>
            {texts.customerChange}
          </Button>
        )
      }
    >
      {customer ? (
        <Text size="large" isStrong>
          {customer.name}
        </Text>
      ) : (
        <Finder error={error} onChoose={onChoose} />
      )}
    </Section>
  );
}

/** Chosen once, so that another one can be chosen instead. */
function useGiven(customerId: string | null, onChoose: (customer: Chosen) => void): void {
  const params = { customerId: customerId ?? '' };
  const { answer } = useRead('getCustomer', { params }, { isNeeded: customerId !== null });
  const [given, setGiven] = useState(false);
  useEffect(() => {
    if (!answer || given) return;
    setGiven(true);
    onChoose({ id: answer.id, name: nameOf(answer) });
  }, [answer, given, onChoose]);
}

type FinderProps = { error: string | undefined; onChoose: (customer: Chosen) => void };

function Finder({ error, onChoose }: FinderProps) {
  const texts = newInvoiceTexts;
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
        label={texts.customer}
        hint={texts.customerHint}
        error={error}
        type="search"
        autoComplete="off"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <div role="status">
        {found?.length === 0 && <Text tone="muted">{texts.customerNone}</Text>}
      </div>
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
