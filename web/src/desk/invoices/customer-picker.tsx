// The customer of a new invoice.

import { useEffect, useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { useRead } from '../api/use-read.ts';
import { Section } from '../forms/section.tsx';
import { type ChosenCustomer, CustomerFinder } from '../records/customer-finder.tsx';
import { toName } from '../records/names.ts';
import { customerFinderTexts } from '../texts/customers.ts';

type CustomerPickerProps = {
  customer: ChosenCustomer | null;
  /** Set if the form was opened from a customer's page. */
  customerId: string | null;
  error: string | undefined;
  onChoose: (customer: ChosenCustomer | null) => void;
};

export function CustomerPicker({ customer, customerId, error, onChoose }: CustomerPickerProps) {
  const texts = customerFinderTexts;
  useGiven(customerId, onChoose);
  return (
    <Section
      title={texts.customer}
      action={
        customer && (
          <Button variant="quiet" size="small" isFlush onClick={() => onChoose(null)}>
            {texts.change}
          </Button>
        )
      }
    >
      {customer ? (
        <Text size="large" isStrong>
          {customer.name}
        </Text>
      ) : (
        <CustomerFinder error={error} onChoose={onChoose} />
      )}
    </Section>
  );
}

/** The given customer is selected only once, so that another one can be selected instead. */
function useGiven(customerId: string | null, onChoose: (customer: ChosenCustomer) => void): void {
  const params = { customerId: customerId ?? '' };
  const { answer } = useRead('getCustomer', { params }, { isNeeded: customerId !== null });
  const [given, setGiven] = useState(false);
  useEffect(() => {
    if (!answer || given) return;
    setGiven(true);
    onChoose({ id: answer.id, name: toName(answer) });
  }, [answer, given, onChoose]);
}
