// The pay button: shows the exact amount (product §9.8) and 'Loading ...', and is disabled until the form is
// complete and agreed to (product §5.4).

import { uiTexts } from '#texts/site/ui';
import { Button } from '../../../shared/ui/actions/button.tsx';

type SubmitButtonProps = {
  text: string;
  isDisabled: boolean;
  isLoading: boolean;
  onPress: () => void;
};

export function SubmitButton({ text, isDisabled, isLoading, onPress }: SubmitButtonProps) {
  return (
    <Button
      size="large"
      isWide
      disabled={isDisabled}
      isLoading={isLoading}
      loadingText={uiTexts.loading}
      onClick={onPress}
    >
      {text}
    </Button>
  );
}
