// The button that pays: says exactly what will be taken (product §9.8), 'Loading ...' while it cannot be
// pressed, and is disabled until the form is filled in (product §5.4).

import type { Cents } from '@quittance/contract/money';
import { buttonText } from '@quittance/domain/button-text';
import { Button } from '../../ui/button.tsx';

type SubmitButtonProps = {
  totalCents: Cents;
  isDisabled: boolean;
  isLoading: boolean;
  onPress: () => void;
};

export function SubmitButton({ totalCents, isDisabled, isLoading, onPress }: SubmitButtonProps) {
  return (
    <Button
      size="large"
      isWide
      disabled={isDisabled}
      isLoading={isLoading}
      loadingText="Loading ..."
      onClick={onPress}
    >
      {buttonText({
        purpose: 'FULL_AMOUNT',
        amountCents: totalCents,
        firstInstallmentCents: null,
      })}
    </Button>
  );
}
