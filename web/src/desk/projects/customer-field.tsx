// The customer of a new project or contract, in its dialog.

import { Button } from '../../shared/ui/actions/button.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { type ChosenCustomer, CustomerFinder } from '../records/customer-finder.tsx';
import { customerFinderTexts as texts } from '../texts/customers.ts';

type CustomerFieldProps = {
  customer: ChosenCustomer | null;
  error: string | undefined;
  onChoose: (customer: ChosenCustomer | null) => void;
};

export function CustomerField({ customer, error, onChoose }: CustomerFieldProps) {
  if (!customer) return <CustomerFinder error={error} onChoose={onChoose} />;
  return (
    <Stack gap={1}>
      <Text size="small" tone="muted">
        {texts.customer}
      </Text>
      <Text isStrong>{customer.name}</Text>
      <div>
        <Button variant="quiet" size="small" isFlush onClick={() => onChoose(null)}>
          {texts.change}
        </Button>
      </div>
    </Stack>
  );
}
